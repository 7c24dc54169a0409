#include "states.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <unordered_map>

namespace heddle::fuzz {
namespace {

using Kind = Instruction::Kind;
using core::ViolationKind;

constexpr unsigned kMaxThreads = 3;
constexpr unsigned kMostLocalSteps = 2000;  // without a visible one: it iterates for ever

enum class Status : std::int32_t { Alive, Exited, Failed, Assumed, Endless };

struct ThreadState {
  Status status = Status::Alive;
  std::int32_t pc = 0;
  std::int32_t p = 0;
  std::array<std::int32_t, kLocals> locals{};
  std::array<std::int32_t, kCells> cells{};
  bool operator==(const ThreadState&) const = default;
};

struct State {
  std::array<std::int32_t, kWords> words{};
  std::int32_t q = 0;
  std::array<std::uint32_t, kMaxThreads> results{};
  std::array<ThreadState, kMaxThreads> threads{};
  bool operator==(const State&) const = default;
};
static_assert(std::has_unique_object_representations_v<State>);

struct StateHash {
  std::size_t operator()(const State& state) const {
    std::array<std::uint32_t, sizeof(State) / 4> parts;
    std::memcpy(parts.data(), &state, sizeof(state));
    std::uint64_t hash = 0;
    for (const std::uint32_t part : parts) {
      hash = (hash ^ part) * 0x9e3779b97f4a7c15;
      hash ^= hash >> 29;
    }
    return hash;
  }
};

std::int32_t wrap(std::int64_t value) { return static_cast<std::int32_t>(static_cast<std::uint32_t>(value)); }

// One thread of a state, as it takes its steps.
class Stepper {
 public:
  Stepper(State& state, unsigned number, const Code& code, unsigned mask, std::set<Wrong>& wrongs)
      : state_(state), me_(state.threads[number]), number_(number), code_(code), mask_(mask), wrongs_(wrongs) {}

  // Up to the next visible statement, or to the end.
  void runLocal() {
    for (unsigned steps = 0; me_.status == Status::Alive && !isVisible(here()); ++steps) {
      if (steps == kMostLocalSteps) return stop(Status::Endless);
      local();
    }
  }

  bool chooses() const { return here().statement->what == What::Choose; }

  void step(std::int32_t chosen) {
    visible(*here().statement, chosen);
    if (me_.status == Status::Alive) ++me_.pc;
    runLocal();
  }

 private:
  const Instruction& here() const { return code_[static_cast<std::size_t>(me_.pc)]; }
  void go(unsigned target) { me_.pc = static_cast<std::int32_t>(target); }

  void stop(Status status) {
    me_ = {};  // what it knew does not matter any more
    me_.status = status;
  }
  void fail(ViolationKind kind) {
    wrongs_.insert({kind, here().line});
    stop(Status::Failed);
  }

  std::int32_t value(const Operand& o) const {
    return o.isLocal ? me_.locals[static_cast<std::size_t>(o.value)] : o.value;
  }
  std::int32_t value(const Expression& e) const {
    const std::int64_t a = value(e.a);
    const std::int64_t b = value(e.b);
    switch (e.op) {
      case Operator::Value: return wrap(a);
      case Operator::Add: return wrap(a + b);
      case Operator::Sub: return wrap(a - b);
      case Operator::And: return wrap(a & b);
      case Operator::Or: return wrap(a | b);
      case Operator::Xor: return wrap(a ^ b);
      case Operator::Equal: return a == b;
      case Operator::Less: return a < b;
    }
    return 0;
  }
  bool holds(const Test& test) const {
    const std::int32_t left = value(test.left);
    const std::int32_t right = value(test.right);
    switch (test.relation) {
      case Relation::Equal: return left == right;
      case Relation::NotEqual: return left != right;
      case Relation::Less: return left < right;
      case Relation::AtMost: return left <= right;
      case Relation::Below: return static_cast<std::uint32_t>(left) < static_cast<std::uint32_t>(right);
      case Relation::IsNull: return me_.p == 0;
      case Relation::IsSet: return me_.p != 0;
    }
    return false;
  }
  void set(int local, std::int32_t to) {
    if (local >= 0) me_.locals[static_cast<std::size_t>(local)] = to;
  }

  void local() {
    const Instruction& i = here();
    switch (i.kind) {
      case Kind::Jump: return go(i.target);
      case Kind::Branch: return go(holds(*i.test) ? i.target : i.other);
      case Kind::Switch: {
        const std::int32_t on = value(i.statement->value);
        return go(on == 0 ? i.target : on == 1 ? i.other : i.rest);
      }
      case Kind::Exit: state_.results[number_] = packed(me_.locals.data(), mask_); return stop(Status::Exited);
      case Kind::Do: break;
    }
    const Statement& s = *i.statement;
    switch (s.what) {
      case What::Assign: set(s.dest, value(s.value)); break;
      case What::GetCell: set(s.dest, me_.cells[s.cell]); break;
      case What::PutCell: me_.cells[s.cell] = value(s.value); break;
      case What::Divide:
        if (fails(value(s.value), value(s.other))) return fail(ViolationKind::DivisionByZero);
        set(s.dest, value(s.value) / value(s.other));
        break;
      case What::Assume:
        if (i.test == nullptr || !holds(*i.test)) return stop(Status::Assumed);
        break;
      case What::Assert: return fail(ViolationKind::Assertion);
      default: break;  // Yield, Fence
    }
    ++me_.pc;
  }

  static bool fails(std::int32_t a, std::int32_t b) {
    return b == 0 || (b == -1 && a == std::numeric_limits<std::int32_t>::min());
  }

  void visible(const Statement& s, std::int32_t chosen) {
    switch (s.what) {
      case What::Choose: return set(s.dest, chosen);
      case What::LoadPointer: me_.p = state_.q; return;
      case What::StorePointer: state_.q = s.target == kTargetIsP ? me_.p : s.target; return;
      case What::ExchangePointer: {
        const Target to = s.target == kTargetIsP ? me_.p : s.target;
        me_.p = std::exchange(state_.q, to);
        return;
      }
      default: break;
    }
    const std::int32_t at = s.word == kThroughP ? me_.p - 1 : s.word;
    if (at < 0) return fail(ViolationKind::NullDereference);
    onWord(s, state_.words[static_cast<std::size_t>(at)]);
  }

  void onWord(const Statement& s, std::int32_t& word) {
    const std::int32_t old = word;
    switch (s.what) {
      case What::Load: return set(s.dest, old);
      case What::Store: word = value(s.value); return;
      case What::Update: word = updated(s.update, old, value(s.value)); return set(s.dest, old);
      case What::CompareExchange:
      case What::CompareExchangeLocal: {
        const bool local = s.what == What::CompareExchangeLocal;
        const bool same = old == (local ? me_.locals[s.expected] : value(s.value));
        if (same) word = value(s.other);
        if (local && !same) me_.locals[s.expected] = old;
        return set(s.dest, same);
      }
      default: return;
    }
  }

  static std::int32_t updated(Update update, std::int32_t old, std::int32_t by) {
    const auto bits = [](std::int32_t v) { return static_cast<std::uint32_t>(v); };
    switch (update) {
      case Update::Exchange: return by;
      case Update::Add: return wrap(std::int64_t{old} + by);
      case Update::Sub: return wrap(std::int64_t{old} - by);
      case Update::And: return old & by;
      case Update::Or: return old | by;
      case Update::Xor: return old ^ by;
      case Update::Max: return std::max(old, by);
      case Update::Min: return std::min(old, by);
      case Update::UMax: return bits(old) > bits(by) ? old : by;
      case Update::UMin: return bits(old) < bits(by) ? old : by;
    }
    return old;
  }

  State& state_;
  ThreadState& me_;
  unsigned number_;
  const Code& code_;
  unsigned mask_;
  std::set<Wrong>& wrongs_;
};

class Visitor {
 public:
  Visitor(const Program& program, const std::vector<Code>& code) : program_(program), code_(code) {}

  std::optional<Ends> run(std::size_t limit) {
    State first;
    std::copy(program_.words.begin(), program_.words.end(), first.words.begin());
    for (unsigned t = threads(); t < kMaxThreads; ++t) first.threads[t].status = Status::Exited;
    for (unsigned t = 0; t < threads(); ++t) stepper(first, t).runLocal();
    reach(first);
    for (std::size_t i = 0; i < states_.size(); ++i) {
      if (states_.size() > limit) return std::nullopt;
      leave(i);
    }
    findHopeless();
    return std::move(ends_);
  }

 private:
  unsigned threads() const { return static_cast<unsigned>(program_.threads.size()); }
  Stepper stepper(State& state, unsigned t) { return {state, t, code_[t], program_.threads[t].result, ends_.wrongs}; }

  std::size_t reach(const State& state) {
    const auto [known, isNew] = numbers_.try_emplace(state, states_.size());
    if (isNew) {
      states_.push_back(state);
      comesFrom_.emplace_back();
    }
    return known->second;
  }

  void leave(std::size_t from) {
    const State state = states_[from];
    bool ended = true;
    for (unsigned t = 0; t < threads(); ++t) {
      ended = ended && state.threads[t].status == Status::Exited;
      if (state.threads[t].status != Status::Alive) continue;
      State next = state;
      const unsigned choices = stepper(next, t).chooses() ? 2 : 1;
      for (unsigned chosen = 0; chosen < choices; ++chosen) {
        next = state;
        stepper(next, t).step(static_cast<std::int32_t>(chosen));
        const std::size_t to = reach(next);
        if (isGoing(next.threads[t]))
          comesFrom_[to].push_back(from);
        else
          hopeful_.push_back(from);
        if (choices > 1 || next.words != state.words || next.q != state.q) restless_.push_back(from);
      }
    }
    if (ended) finish(state);
  }

  void finish(const State& state) {
    FinalState final(state.words.begin(), state.words.end());
    final.push_back(state.q);
    for (unsigned t = 0; t < threads(); ++t) final.push_back(state.results[t]);
    ends_.finals.insert(final);
  }

  static bool isGoing(const ThreadState& thread) {
    return thread.status == Status::Alive || thread.status == Status::Endless;
  }

  // Those, and all from which they can be reached.
  std::vector<bool> leadingTo(std::vector<std::size_t> open) const {
    std::vector<bool> leads(states_.size());
    while (!open.empty()) {
      const std::size_t state = open.back();
      open.pop_back();
      if (leads[state]) continue;
      leads[state] = true;
      open.insert(open.end(), comesFrom_[state].begin(), comesFrom_[state].end());
    }
    return leads;
  }

  void findHopeless() {
    const std::vector<bool> hopeful = leadingTo(std::move(hopeful_));
    const std::vector<bool> restless = leadingTo(std::move(restless_));
    for (std::size_t i = 0; i < states_.size(); ++i) {
      const auto& all = states_[i].threads;
      const bool isBroken = std::ranges::any_of(
          all, [](const ThreadState& t) { return t.status == Status::Failed || t.status == Status::Assumed; });
      if (hopeful[i] || isBroken || std::ranges::none_of(all, isGoing)) continue;
      ends_.canWaitForEver = true;
      ends_.mustWaitForEver |= !restless[i];
    }
  }

  const Program& program_;
  const std::vector<Code>& code_;
  std::vector<State> states_;
  std::vector<std::vector<std::size_t>> comesFrom_;  // by steps that end no thread
  std::vector<std::size_t> hopeful_;                 // a thread can come to its end, or to an end, with its next step
  std::vector<std::size_t> restless_;                // a thread can change memory, or choose, with its next step
  std::unordered_map<State, std::size_t, StateHash> numbers_;
  Ends ends_;
};

}  // namespace

std::optional<Ends> endsOf(const Program& program, const std::vector<Code>& code, std::size_t limit) {
  return Visitor(program, code).run(limit);
}

}  // namespace heddle::fuzz
