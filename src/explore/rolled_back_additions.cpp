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

// Of one word. With more of them it is taken as noticed.
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

bool isAttempt(const Op& op) { return op.kind == OpKind::Update && op.rule->isRolledBack; }
bool isWait(const Op& op) { return op.kind == OpKind::Await && op.rule->onlyWaits; }
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
// runs one: what the word has if only some of those behind each other are done.
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

void RolledBackAdditions::seeWait(Word& word, ThreadId thread, const Op& op) {
  const bool isKnown = std::ranges::any_of(word.waits, [&](const Op& one) { return core::sameRequest(one, op); });
  bool isNew = !isKnown;
  if (!isKnown) word.waits.push_back(op);
  if (word.waits.size() > kMostWaits) seeOther(word, op.site);
  if (isAttempt(op)) {
    isNew |= insert(word.threads, thread);
    isNew |= insert(word.addends, add(op, 0));
  }
  if (isNew) judge(word);
}

void RolledBackAdditions::seeOther(Word& word, SiteId site) {
  if (!word.other) word.other = site;
  judge(word);
}

void RolledBackAdditions::seeRenewal(Address addr, std::uint64_t bytes, SiteId site) {
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
  if (noticed_ || word.threads.empty()) return;
  if (word.other) {
    noticed_ = word.other;
    return;
  }
  const std::vector<Value> sums = addedAtOnce(word);
  for (const Op& wait : word.waits) {
    const auto succeedsAt = [&](Value value) { return core::apply(wait, value & core::maskOf(word.size)).enabled; };
    const bool isNoticed = std::ranges::any_of(word.values, [&](Value value) {
      return !succeedsAt(value) && std::ranges::any_of(sums, [&](Value sum) { return succeedsAt(value + sum); });
    });
    if (isNoticed || sums.size() > kMostSums) noticed_ = wait.site;
  }
}

void RolledBackAdditions::seeEvents(const core::EventLog& trace) {
  ++execution_;
  unsigned others = 0;  // threads that have begun and not been joined
  const auto isAlone = [&] { return others == 0; };
  for (const core::Event& event : trace) {
    if (event.op.kind == OpKind::Spawn) ++others;
    if (event.op.kind == OpKind::Join) --others;
    if (core::isRenewal(event) && !isAlone())
      seeRenewal(event.op.addr, static_cast<std::uint64_t>(event.op.a), event.op.site);
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
    if (event.label == Label::Renew && !isAloneHere())
      seeRenewal(event.op.addr, static_cast<std::uint64_t>(event.op.a), event.op.site);
    if (event.label == Label::Read || (event.label == Label::Write && !event.isExclusive))
      see(wordOf(event.op), event.thread, event.op, event.value, isAloneHere);
  }
}

}  // namespace heddle::explore
