#include "explore/rolled_back_additions.h"

#include <algorithm>
#include <utility>

namespace heddle::explore {
namespace {

using core::Address;
using core::EventId;
using core::Graph;
using core::GraphEvent;
using core::Label;
using core::Op;
using core::OpKind;
using core::Value;

// Of one word. With more of them it is taken as observed.
constexpr std::size_t kMostValues = 64;
constexpr std::size_t kMostWaits = 64;
constexpr std::size_t kMostSums = 1024;

// True if it is new.
template <typename T>
bool insert(std::vector<T>& set, const T& element) {
  if (std::ranges::find(set, element) != set.end()) return false;
  set.push_back(element);
  return true;
}

bool isAttempt(const Op& op) { return op.kind == OpKind::Update && op.rule->role == core::LoopRole::RolledBack; }
bool isWait(const Op& op) { return op.kind == OpKind::Await && op.rule->role == core::LoopRole::Wait; }
bool isAddition(const Op& op) { return op.kind == OpKind::Update && op.rule->commutes == core::Family::Add; }

Value add(const Op& op, Value to) { return core::apply(op, to).value & core::maskOf(op.size); }

// Each other thread is over, or begins later.
bool isAlone(const Graph& graph, EventId e) {
  if (graph[e].thread != 0) return false;  // main is there
  for (ThreadId t = 1; t < graph.threads(); ++t) {
    const EventId spawn = graph.spawnerOf(t);
    if (spawn == core::kNoEvent || graph.isBefore(e, spawn, Graph::Row::Hb)) continue;
    const EventId last = graph.lastOf(t);
    const bool isOver = last != core::kNoEvent && graph[last].label == Label::Exit;
    if (!isOver || !graph.isBefore(last, e, Graph::Row::Hb)) return false;
  }
  return true;
}

}  // namespace

RolledBackAdditions::Word& RolledBackAdditions::wordOf(const Op& op) {
  const auto [first, isNew] = firsts_.try_emplace(op.addr / 8, kNone);
  for (std::uint32_t i = first->second; i != kNone; i = words_[i].next)
    if (words_[i].addr == op.addr && words_[i].size == op.size) return words_[i];
  words_.push_back({.addr = op.addr, .size = op.size, .next = first->second});
  first->second = static_cast<std::uint32_t>(words_.size() - 1);
  // Whoever accesses a part of it has nothing to do with additions.
  for (Word& word : words_) {
    if (&word == &words_.back() || word.addr + word.size <= op.addr || op.addr + op.size <= word.addr) continue;
    seeOther(word, op.site);
    seeOther(words_.back(), op.site);
  }
  return words_.back();
}

template <typename IsAlone>
void RolledBackAdditions::see(Word& word, ThreadId thread, const Op& op, Value found, IsAlone isAlone) {
  if (isAttempt(op) || isWait(op)) seeWait(word, thread, op);
  if (word.other) return;
  if (!isAttempt(op) && !isWait(op) && !isAddition(op) && !isAlone()) return seeOther(word, op.site);
  const std::size_t known = word.values.size();
  insert(word.values, found);
  if (op.kind == OpKind::Write) insert(word.values, op.a & core::maskOf(op.size));
  if (op.kind == OpKind::Update && core::apply(op, found).enabled) insert(word.values, add(op, found));
  if (word.values.size() > known) judgeValues(word, op.site);
}

// Additions whose results nobody uses may come in any order, of which a search
// runs one: what the word has if only some of those after each other are done.
void RolledBackAdditions::seeOrders(Word& word, const Op& op, Value found) {
  if (word.other) return;
  if (std::exchange(word.execution, execution_) != execution_ || !isAddition(op)) word.between.clear();
  if (!isAddition(op)) return;
  if (word.between.empty()) word.between = {found};
  const std::size_t known = word.values.size();
  for (std::size_t i = word.between.size(); i-- > 0;) {
    const Value sum = add(op, word.between[i]);
    insert(word.between, sum);
    insert(word.values, sum);
  }
  if (word.values.size() > known) judgeValues(word, op.site);
}

void RolledBackAdditions::judgeValues(Word& word, SiteId site) {
  if (word.values.size() > kMostValues)
    seeOther(word, site);
  else
    judge(word);
}

void RolledBackAdditions::seeWait(Word& word, std::optional<ThreadId> thread, const Op& op) {
  const bool isKnown = std::ranges::any_of(word.waits, [&](const Op& one) { return core::sameRequest(one, op); });
  bool isNew = !isKnown;
  if (!isKnown) word.waits.push_back(op);
  if (word.waits.size() > kMostWaits) seeOther(word, op.site);
  if (isAttempt(op)) {
    isNew |= thread && insert(word.threads, *thread);
    isNew |= insert(word.addends, add(op, 0));
  }
  if (isNew) judge(word);
}

void RolledBackAdditions::seeOther(Word& word, SiteId site) {
  if (!word.other) word.other = site;
  judge(word);
}

void RolledBackAdditions::seeInvalidation(Address addr, std::uint64_t bytes, SiteId site) {
  for (Word& word : words_)
    if (word.addr < addr + bytes && addr < word.addr + word.size) seeOther(word, site);
}

// What attempts may have added at the same time, nothing included.
std::vector<Value> RolledBackAdditions::addedAtOnce(const Word& word) {
  std::vector<Value> sums{0};
  for (std::size_t i = 0; i < word.threads.size(); ++i) {
    const std::size_t known = sums.size();
    for (std::size_t k = 0; k < known && sums.size() <= kMostSums; ++k)
      for (const Value addend : word.addends) insert(sums, (sums[k] + addend) & core::maskOf(word.size));
  }
  return sums;
}

void RolledBackAdditions::judge(const Word& word) {
  if (observed_ || word.threads.empty()) return;
  if (word.other) {
    observed_ = word.other;
    return;
  }
  const std::vector<Value> sums = addedAtOnce(word);
  for (const Op& wait : word.waits) {
    const auto succeedsAt = [&](Value value) { return core::apply(wait, value & core::maskOf(word.size)).enabled; };
    const bool isObserved = std::ranges::any_of(word.values, [&](Value value) {
      return !succeedsAt(value) && std::ranges::any_of(sums, [&](Value sum) { return succeedsAt(value + sum); });
    });
    if (isObserved || sums.size() > kMostSums) observed_ = wait.site;
  }
}

void RolledBackAdditions::seeEvents(const core::EventLog& trace) {
  ++execution_;
  unsigned others = 0;  // threads that have begun and not been joined
  const auto isAlone = [&] { return others == 0; };
  for (const core::Event& event : trace) {
    if (event.op.kind == OpKind::Spawn) ++others;
    if (event.op.kind == OpKind::Join) --others;
    if (core::isInvalidation(event) && !isAlone())
      seeInvalidation(event.op.addr, static_cast<std::uint64_t>(event.op.a), event.op.site);
    if (!core::accessesMemory(event)) continue;
    Word& word = wordOf(event.op);
    see(word, event.thread, event.op, event.read, isAlone);
    seeOrders(word, event.op, event.read);
  }
}

void RolledBackAdditions::look(const core::Execution& execution, const Graph* graph) {
  if (graph != nullptr)
    look(*graph);
  else
    seeEvents(execution.trace);
  for (ThreadId t = 0; t < execution.threads.size(); ++t)
    if (execution.threads[t].status == core::ThreadStatus::Ready) seeWaiting(t, execution.threads[t].pending, graph);
}

// A thread that waits at the end may wait for what it finds in the middle of an attempt.
void RolledBackAdditions::seeWaiting(ThreadId thread, const Op& op, const Graph* graph) {
  if (!core::touchesMemory(op.kind) || op.rule == nullptr || !op.rule->canBlock) return;
  Word& word = wordOf(op);
  if (graph == nullptr) return see(word, thread, op, core::loadWord(op.addr, op.size), [] { return false; });
  // What it finds is in the graph.
  if (isAttempt(op) || isWait(op))
    seeWait(word, thread, op);
  else
    seeOther(word, op.site);
}

void RolledBackAdditions::look(const Graph& graph) {
  for (EventId e = 0; e < graph.size(); ++e) {
    const GraphEvent& event = graph[e];
    const auto isAloneHere = [&] { return isAlone(graph, e); };
    if (event.label == Label::Invalidate && !isAloneHere())
      seeInvalidation(event.op.addr, static_cast<std::uint64_t>(event.op.a), event.op.site);
    if (event.label == Label::Read || (event.label == Label::Write && !event.isExclusive))
      see(wordOf(event.op), event.thread, event.op, event.value, isAloneHere);
  }
}

// --- handing on ---

namespace {

// A fact begins with one of these, the word's address and its size. Then follows
enum FactKind : std::uint64_t {
  kOther,   // the site
  kValue,   // its two halves
  kThread,  // who attempts
  kWait,    // site, OpKind, the halves of a and of b
};

std::uint64_t low(Value value) { return static_cast<std::uint64_t>(value); }
std::uint64_t high(Value value) { return static_cast<std::uint64_t>(value >> 64); }
Value joined(std::uint64_t low, std::uint64_t high) { return Value{high} << 64 | low; }

constexpr std::size_t kNumbers[] = {4, 5, 4, 9};  // of each kind

bool isWellFormed(const core::Fact& fact) {
  const bool hasAll = !fact.empty() && fact[0] <= kWait && fact.size() == kNumbers[fact[0]];
  return hasAll && (fact[2] == 1 || fact[2] == 2 || fact[2] == 4 || fact[2] == 8 || fact[2] == 16);
}

}  // namespace

void RolledBackAdditions::addEvidence(core::Evidence& evidence) const {
  if (words_.empty()) return;
  std::vector<core::Fact>& facts = evidence[core::Assumption::UnobservedRollback];
  for (const Word& word : words_) {
    if (word.other) facts.push_back({kOther, word.addr, word.size, *word.other});
    for (const Value value : word.values) facts.push_back({kValue, word.addr, word.size, low(value), high(value)});
    for (const ThreadId thread : word.threads) facts.push_back({kThread, word.addr, word.size, thread});
    for (const Op& op : word.waits)
      facts.push_back({kWait, word.addr, word.size, op.site, static_cast<std::uint64_t>(op.kind), low(op.a), high(op.a),
                       low(op.b), high(op.b)});
  }
}

bool RolledBackAdditions::takeIn(const core::Evidence& evidence, const core::Program& program) {
  return std::ranges::all_of(core::factsOf(evidence, core::Assumption::UnobservedRollback),
                             [&](const core::Fact& fact) { return takeIn(fact, program); });
}

bool RolledBackAdditions::takeIn(const core::Fact& fact, const core::Program& program) {
  if (!isWellFormed(fact)) return false;
  Op op{.addr = fact[1], .size = static_cast<std::uint8_t>(fact[2])};
  switch (static_cast<FactKind>(fact[0])) {
    case kOther: seeOther(wordOf(op), static_cast<SiteId>(fact[3])); return true;
    case kValue:
      if (Word& word = wordOf(op); insert(word.values, joined(fact[3], fact[4]))) judgeValues(word, 0);
      return true;
    case kThread:
      if (Word& word = wordOf(op); insert(word.threads, static_cast<ThreadId>(fact[3]))) judge(word);
      return true;
    case kWait: break;
  }
  op.site = static_cast<SiteId>(fact[3]);
  op.kind = static_cast<OpKind>(fact[4]);
  op.a = joined(fact[5], fact[6]);
  op.b = joined(fact[7], fact[8]);
  op.rule = program.ruleAt(op.site);
  if (op.rule == nullptr || !(isAttempt(op) || isWait(op))) return false;
  seeWait(wordOf(op), std::nullopt, op);
  return true;
}

}  // namespace heddle::explore
