// Livelocks that are not plain to see.
//
// A thread that was stopped because a round of its loop has no effect, or that
// waits in the middle of such a round, may have looked too early: the program's
// loop would go round once more. So when nobody can go on, that is tried: the
// thread is let go on, alone. If it stops at the same place again and again,
// whole rounds were run in the memory as it is now. A round may carry what it
// found into the next one (a failed compare-exchange does); once two of them
// asked for and found the same, so does the next one: the program does so for
// ever. What it reads by plain accesses counts too: others cannot change that
// without a data race, and nobody goes on. If the thread gets anywhere else,
// this is no livelock; what follows then is explored in an execution in which
// it looks later.
//
// A round that changes something and undoes it could let another thread go on
// in between. So such a round counts only if nobody who waits is let go on, and
// nobody else who goes round in a loop could notice: if its last round looked at
// what is changed, it did so first by an operation that would have to wait now, as
// for a lock. Then they go round for ever one after the other as well.
//
// Where this is not found out, within the limits below or the user's, the
// execution is cut: it is not known to be harmless.
//
// The execution is over when this happens, but the search still looks at it and
// at the memory. So all that it can see is put back: the thread's state, the
// trace, and what its steps wrote, plain stores among them (a round without
// effect may have some: analysis/repeated_stores.h). The thread does not get
// behind anything else that could be seen: a copy to memory that others can
// reach, an allocation, the start or end of a thread, a violation. What is left
// is the thread's own: its stack, its clock. The next execution starts these
// anew.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <optional>
#include <ranges>
#include <utility>

#include "runtime/engine.h"

namespace heddle::runtime {

class Engine::Retry : public core::Scheduler {
 public:
  Retry(Engine& owner, ThreadId thread)
      : engine_(owner),
        thread_(thread),
        begin_(owner.execution_.trace.size()),
        stops_{{owner.execution_.threads[thread].pending.site, here()}} {}

  bool turnsForEver() const { return turnsForEver_; }

  core::Step next(const core::Execution&) override {
    if (++steps_ == kMostSteps) engine_.giveUpRetry();
    if (engine_.current_->id != thread_ || letsOthersGoOn() || !goesOn()) engine_.leave(core::End::Blocked);
    isNoticed_ = isNoticed_ || (changes_ && othersCouldNotice());
    engine_.execution_.threads[thread_].status = core::ThreadStatus::Ready;
    return {thread_, 0};
  }

  // What the loop does where it does not find what it waits for.
  static void lookOnly(Op& op) {
    op.kind = OpKind::Read;
    op.rule = nullptr;
  }

 private:
  static constexpr unsigned kMostSteps = 10'000;
  static constexpr unsigned kMostStops = 64;  // what a round carries into the next has settled by then, or never does

  bool goesOn() {
    Op& op = engine_.execution_.threads[thread_].pending;
    switch (op.kind) {
      case OpKind::Read:
      case OpKind::Atomic: return true;
      case OpKind::Write: return (op.a & core::maskOf(op.size)) == core::loadWord(op.addr, op.size) || mayChange();
      case OpKind::Assume: return engine_.threads_[thread_].endedRound && goesRound(op.site);
      case OpKind::Await:
      case OpKind::Update: break;
      default: return false;
    }
    const Value old = core::loadWord(op.addr, op.size);
    const core::UpdateResult result = core::apply(op, old);
    if (result.enabled) return op.kind == OpKind::Await || !result.writes || result.value == old || mayChange();
    if (!engine_.waitsInLoop(thread_) || !goesRound(op.site)) return false;
    lookOnly(op);
    return true;
  }

  bool mayChange() {
    changes_ = true;
    return engine_.roundMay() == RoundMay::Undo;
  }

  bool letsOthersGoOn() const {
    if (!changes_) return false;
    for (ThreadId t = 0; t < engine_.execution_.threads.size(); ++t)
      if (t != thread_ && core::enabled(engine_.execution_, t)) return true;
    return false;
  }

  // Words that have another value now than they had.
  bool othersCouldNotice() const {
    const core::EventLog& trace = engine_.execution_.trace;
    for (std::size_t i = begin_; i < trace.size(); ++i) {
      const core::Event& change = trace[i];
      const bool isFirst = std::none_of(trace.begin() + begin_, trace.begin() + i, [&](const core::Event& event) {
        return event.wrote && event.op.addr == change.op.addr;
      });
      if (!change.wrote || !isFirst || core::loadWord(change.op.addr, change.op.size) == change.read) continue;
      for (ThreadId t = 0; t < engine_.execution_.threads.size(); ++t)
        if (t != thread_ && engine_.turns(t) && couldNotice(t, change.op)) return true;
    }
    return false;
  }

  // Whether the thread looks at the word in a way that would not wait now.
  bool couldNotice(ThreadId t, const Op& change) const {
    const core::EventLog& trace = engine_.execution_.trace;
    const std::optional<std::size_t> round = engine_.endedRound(t) ? engine_.threads_[t].roundBegin : std::nullopt;
    const auto end = trace.begin() + begin_;
    const auto look = std::find_if(trace.begin() + round.value_or(0), end, [&](const core::Event& event) {
      const Op& op = event.op;
      return event.thread == t && core::touchesMemory(op.kind) && op.addr < change.addr + change.size &&
             change.addr < op.addr + op.size;
    });
    if (look == end) return false;
    const bool isGuarded = look->op.kind == OpKind::Await || look->op.kind == OpKind::Update;
    return !round || !isGuarded || core::apply(look->op, core::loadWord(look->op.addr, look->op.size)).enabled;
  }

  bool goesRound(SiteId place) {
    stops_.push_back({place, here()});
    const std::optional<Mark> round = lastRound();
    if (!round && stops_.size() == kMostStops) engine_.giveUpRetry();
    if (!round) return true;
    turnsForEver_ =
        !isNoticed_ && (changedNothing() || hadNoEffect(engine_.execution_.trace, begin_, thread_, engine_.roundMay()));
    if (turnsForEver_) keepLooks(*round);
    return false;
  }

  // How much it has done.
  struct Mark {
    std::size_t events, plain;
  };
  Mark here() const { return {engine_.execution_.trace.size(), engine_.plainSteps_.size()}; }

  struct Stop {
    SiteId place;
    Mark mark;
  };

  // Where the round that ends here began, if it asked for and found the same as
  // the one before it. It may have stopped in between: an outer loop goes round
  // by way of an inner one that waits.
  std::optional<Mark> lastRound() const {
    const std::size_t last = stops_.size() - 1;
    for (std::size_t length = 1; 2 * length <= last; ++length) {
      const auto isSamePlace = [](const Stop& x, const Stop& y) { return x.place == y.place; };
      const auto middle = stops_.end() - 1 - static_cast<std::ptrdiff_t>(length);
      const auto first = middle - static_cast<std::ptrdiff_t>(length);
      if (std::equal(first, middle + 1, middle, isSamePlace) && isRepeated(first->mark, middle->mark))
        return middle->mark;
    }
    return std::nullopt;
  }

  bool isRepeated(Mark first, Mark middle) const {
    const core::EventLog& trace = engine_.execution_.trace;
    const std::vector<Op>& plain = engine_.plainSteps_;
    return std::equal(trace.begin() + first.events, trace.begin() + middle.events, trace.begin() + middle.events,
                      trace.end(),
                      [](const core::Event& x, const core::Event& y) {
                        return core::sameRequest(x.op, y.op) && x.read == y.read;
                      }) &&
           std::equal(plain.begin() + first.plain, plain.begin() + middle.plain, plain.begin() + middle.plain,
                      plain.end(), core::sameRequest);
  }

  // In the memory as it is now, whatever else it could be elsewhere.
  bool changedNothing() const {
    const core::EventLog& trace = engine_.execution_.trace;
    return std::all_of(trace.begin() + begin_, trace.end(), [](const core::Event& event) {
      if (!event.wrote) return true;
      if (event.op.order == Order::Plain) return false;  // may be part of a range, whose values are not kept
      return (effectOf(event.op, event.read).value & core::maskOf(event.op.size)) == event.read;
    });
  }

  void keepLooks(Mark round) {
    std::vector<Op>& looks = engine_.threads_[thread_].looksAt;
    const core::EventLog& trace = engine_.execution_.trace;
    const auto add = [&](const Op& op) {
      const bool isNew = std::none_of(looks.begin(), looks.end(), [&](const Op& x) { return x.addr == op.addr; });
      if (isNew && core::touchesMemory(op.kind) && op.kind != OpKind::Write) looks.push_back(op);
    };
    for (std::size_t i = round.events; i < trace.size(); ++i) add(trace[i].op);
    for (std::size_t i = round.plain; i < engine_.plainSteps_.size(); ++i) add(engine_.plainSteps_[i]);
    add(engine_.execution_.threads[thread_].pending);
  }

  Engine& engine_;
  ThreadId thread_;
  std::size_t begin_;  // of what it does here, in the trace
  std::vector<Stop> stops_;
  unsigned steps_ = 0;
  bool changes_ = false;
  bool isNoticed_ = false;
  bool turnsForEver_ = false;
};

Engine::Turns Engine::turnsForEver(ThreadId t) {
  core::ThreadState& state = execution_.threads[t];
  const core::ThreadState before = state;
  const bool hadEndedRound = threads_[t].endedRound;
  const std::size_t events = execution_.trace.size();
  const std::size_t printed = output_.size();
  const bool wasRecording = std::exchange(recording_, false);
  hot.watch = 1;  // each plain access asks, at length
  hot.quickPlain = false;
  plainSteps_.clear();

  Retry retry(*this, t);
  scheduler_ = &retry;
  retrying_ = true;
  state.status = core::ThreadStatus::Ready;
  if (!hadEndedRound) Retry::lookOnly(state.pending);
  current_ = &root_;
  switchTo(threads_[t]);
  retrying_ = false;

  *exceptionGlobals_ = {};
  state = before;
  threads_[t].endedRound = hadEndedRound;
  undo(events);
  for (const Op& op : std::views::reverse(plainSteps_))
    if (op.kind == OpKind::Write) core::storeWord(op.addr, op.size, op.b);
  output_.resize(printed);
  recording_ = wasRecording;
  updateWatch();
  if (retry.turnsForEver()) return Turns::ForEver;
  return execution_.stop ? Turns::NobodyKnows : Turns::NotForEver;
}

// It cannot be let go on any further.
void Engine::giveUpRetry() {
  execution_.stop = {.message = fmt::format("a thread goes round in the loop at {}; whether it does so for ever was "
                                            "not found out",
                                            placeOf(loopOf(current_->id))),
                     .site = loopOf(current_->id),
                     .thread = current_->id,
                     .bounded = true};
  leave(core::End::Blocked);
}

// Events from the `from`-th on.
void Engine::undo(std::size_t from) {
  for (std::size_t i = execution_.trace.size(); i-- > from;) {
    const core::Event& event = execution_.trace[i];
    if (event.wrote) std::memcpy(reinterpret_cast<void*>(event.op.addr), &event.read, event.op.size);
  }
  execution_.trace.truncate(from);
}

void Engine::findLivelock() {
  if (execution_.exiting) return;
  const auto isUncertain = [&](ThreadId t) {
    return endedRound(t) || (waitsInLoop(t) && !info_.sites[execution_.threads[t].pending.site].isExact);
  };
  for (ThreadId t = 0; t < execution_.threads.size(); ++t) {
    const core::ThreadState& state = execution_.threads[t];
    const bool assumes = waitsInLoop(t) && info_.sites[state.pending.site].assumes;
    if (assumes || (state.status == core::ThreadStatus::Stopped && !endedRound(t))) return;
  }
  std::optional<core::StopReason> unknown;
  for (ThreadId t = 0; t < execution_.threads.size(); ++t) {
    const Turns turns = isUncertain(t) ? turnsForEver(t) : Turns::ForEver;
    if (turns == Turns::NobodyKnows) unknown = std::move(execution_.stop);
    execution_.stop.reset();
    if (turns == Turns::NotForEver) return;
  }
  execution_.end = unknown ? core::End::Cut : core::End::Deadlock;
  execution_.stop = std::move(unknown);
  if (!execution_.stop) explainDeadlock();
}

SiteId Engine::loopOf(ThreadId t) const {
  const SiteId site = execution_.threads[t].pending.site;
  return endedRound(t) ? site : info_.sites[site].loop;
}

}  // namespace heddle::runtime
