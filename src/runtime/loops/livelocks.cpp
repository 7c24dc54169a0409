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
// in between. If it lets one go on who waits, this is no livelock. The others who go
// round are tried again in the memory as it is in the middle of the round: if one of
// them gets anywhere, this is no livelock either. If each of them just goes round
// there, in the same loop, and does not look at what others change, or looks once and changes nothing itself, then they
// go round for ever in whatever order: never are two in the middle of their rounds, if whoever changes a word does so
// when it first looks at it. Nor does it matter what they find where no loop has a way out (an assumption that does not
// hold is none: that execution is not the program's).
//
// Where this is not found out within the limits below, the execution is cut: it is
// not known to be harmless. The user's bounds on loops do not hold here.
//
// The execution is over when this happens, but the search still looks at it and
// at the memory. So all that it can see is put back: the thread's state, the
// trace, and what its steps wrote, plain stores among them (a round without
// effect may have some: analysis/loops/repeated_stores.h). The thread does not get
// behind anything else that could be seen: a copy to memory that others can
// reach, an allocation, the start or end of a thread, a violation. What is left
// is the thread's own: its stack, its clock. The next execution starts these
// anew.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <optional>
#include <ranges>
#include <set>
#include <tuple>
#include <utility>

#include "runtime/engine.h"

namespace heddle::runtime {

struct Engine::Word {
  Address addr;
  unsigned size;
  Value value;
  bool operator==(const Word&) const = default;
};

using LoopPlace = std::tuple<std::string, unsigned, unsigned>;  // file, line, column

// A thread that goes round in a loop, and what was found out about it last.
struct Engine::Spinning {
  ThreadId thread;
  core::ThreadState state;  // where it stands
  bool endedIteration;
  std::vector<Memory> middles = {};  // how the memory looks in its rounds
  Memory around = {};                // what others change in theirs
  unsigned looks = 0;                // how often it looks at that
  bool looksBeforeChanges = false;   // at what it then changes
  bool changesBlindly = false;       // what others may be in the middle of changing
  bool waits = false;                // it has come to a lock that it does not get
  std::set<LoopPlace> loops = {};    // that it stops in
  bool isLost = false;               // it cannot be tried any more
};

class Engine::Retry : public core::Scheduler {
 public:
  Retry(Engine& owner, ThreadId thread)
      : engine_(owner),
        thread_(thread),
        seen_(owner.execution_.trace.size()),
        lastIteration_(seen_),
        stops_{{owner.execution_.threads[thread].pending.site, here()}} {}

  bool spinsForEver() const { return spinsForEver_; }
  // Whether it has come to something that it must wait for, outside of its loop: a lock.
  bool waits() const { return waits_; }
  // The loops that it has stopped in since it was let go on.
  std::set<LoopPlace> loops() const {
    std::set<LoopPlace> places;
    for (const Stop& stop : stops_ | std::views::drop(1)) {
      const core::Site& site = engine_.info_.sites[stop.place];
      const core::Site& loop = site.loop != 0 ? engine_.info_.sites[site.loop] : site;
      places.insert({loop.file, loop.line, loop.column});
    }
    return places;
  }
  // What was in the memory in between that is not there now.
  const std::vector<Memory>& middles() const { return middles_; }

  core::Step next(const core::Execution&) override {
    if (++steps_ == kMostSteps) engine_.giveUpRetry();
    noteMiddle();
    const ThreadId thread = thread_;
    if (engine_.current_->id == thread && !letsOthersGoOn() && goesOn())
      engine_.execution_.threads[thread].status = core::ThreadStatus::Ready;
    else
      engine_.end(core::End::Blocked);  // comes back when the thread is tried once more: this retry is gone then
    return {thread, 0};
  }

  // How often the last round looked at these words, and could do something else because of what it found.
  unsigned looksAt(const Memory& words) const {
    const core::EventLog& trace = engine_.execution_.trace;
    return static_cast<unsigned>(
        std::count_if(trace.begin() + lastIteration_, trace.end(), [&](const core::Event& event) {
          return !isBlind(event) &&
                 std::ranges::any_of(words, [&](const Word& word) { return touches(event.op, word); });
        }));
  }

  // Whether its rounds change words that they have looked at before.
  bool looksBeforeChanges() const {
    const core::EventLog& trace = engine_.execution_.trace;
    return std::any_of(trace.begin() + lastIteration_, trace.end(), [&](const core::Event& event) {
      return !event.wrote && std::ranges::any_of(written_, [&](const Word& word) { return touches(event.op, word); });
    });
  }

  bool changesBlindly() const {
    const core::EventLog& trace = engine_.execution_.trace;
    return std::any_of(trace.begin() + lastIteration_, trace.end(), isBlind);
  }

  static bool touches(const Op& op, const Word& word) {
    return core::touchesMemory(op.kind) && op.addr < word.addr + word.size && word.addr < op.addr + op.size;
  }

  // What the loop does where it does not find what it waits for.
  static void lookOnly(Op& op) {
    op.kind = OpKind::Read;
    op.rule = nullptr;
  }

 private:
  static constexpr unsigned kMostSteps = 10'000;
  static constexpr std::size_t kMostMiddles = 64;
  static constexpr unsigned kMostStops = 64;  // what a round carries into the next has settled by then, or never does

  bool goesOn() {
    Op& op = engine_.execution_.threads[thread_].pending;
    switch (op.kind) {
      case OpKind::Read:
      case OpKind::Atomic: return true;
      case OpKind::Write: return true;
      case OpKind::Assume: return engine_.threads_[thread_].endedIteration && spins(op.site);
      case OpKind::Await:
      case OpKind::Update: break;
      default: return false;
    }
    if (core::apply(op, core::loadWord(op.addr, op.size)).enabled) return true;
    waits_ = !engine_.waitsInLoop(thread_) && isUnchanged();
    if (!engine_.waitsInLoop(thread_) || engine_.info_.sites[op.site].assumes || !spins(op.site)) return false;
    lookOnly(op);
    return true;
  }

  static bool isBlind(const core::Event& event) {
    return event.op.kind == OpKind::Update && event.op.rule->commutes != core::Family::None;
  }

  // Takes in what the last step wrote.
  void noteMiddle() {
    const core::EventLog& trace = engine_.execution_.trace;
    for (; seen_ < trace.size(); ++seen_) {
      const core::Event& event = trace[seen_];
      const auto isKnown = [&](const Word& word) { return word.addr == event.op.addr; };
      if (event.wrote && event.op.order != Order::Plain && std::ranges::none_of(written_, isKnown))
        written_.push_back({event.op.addr, event.op.size, event.read});
    }
    Memory middle;
    for (const Word& word : written_)
      if (const Value now = core::loadWord(word.addr, word.size); now != word.value)
        middle.push_back({word.addr, word.size, now});
    if (middle.empty() || std::ranges::find(middles_, middle) != middles_.end()) return;
    if (middles_.size() == kMostMiddles) engine_.giveUpRetry();
    middles_.push_back(std::move(middle));
  }

  bool isUnchanged() const {
    return std::ranges::all_of(written_,
                               [](const Word& word) { return core::loadWord(word.addr, word.size) == word.value; });
  }

  bool letsOthersGoOn() const {
    if (middles_.empty()) return false;
    for (ThreadId t = 0; t < engine_.execution_.threads.size(); ++t)
      if (t != thread_ && core::enabled(engine_.execution_, t)) return true;
    return false;
  }

  bool spins(SiteId place) {
    stops_.push_back({place, here()});
    const std::optional<Mark> round = lastRound();
    if (!round && stops_.size() == kMostStops) engine_.giveUpRetry();
    if (!round) return true;
    spinsForEver_ = isUnchanged();
    lastIteration_ = round->events;
    keepLooks(*round);
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
  std::size_t seen_;           // events of the trace that were taken in
  std::size_t lastIteration_;  // where it began, in the trace
  std::vector<Stop> stops_;
  Memory written_;  // and what was there before
  std::vector<Memory> middles_;
  unsigned steps_ = 0;
  bool spinsForEver_ = false;
  bool waits_ = false;
};

// Tries the thread from where it stands, which is elsewhere afterwards.
Engine::Turns Engine::spinsForEver(Spinning& turning) {
  const ThreadId t = turning.thread;
  core::ThreadState& state = execution_.threads[t];
  const core::ThreadState before = std::exchange(state, turning.state);
  const bool hadEndedIteration = std::exchange(threads_[t].endedIteration, turning.endedIteration);
  const std::size_t events = execution_.trace.size();
  const std::size_t printed = output_.size();
  const bool wasRecording = std::exchange(recording_, false);
  hot.watch = 1;  // each plain access asks, at length
  hot.quickPlain = false;
  plainSteps_.clear();

  Retry retry(*this, t);
  scheduler_ = &retry;
  retrying_ = true;
  ++retries_;
  state.status = core::ThreadStatus::Ready;
  if (!turning.endedIteration && waitsInLoop(t)) Retry::lookOnly(state.pending);
  current_ = &root_;
  switchTo(threads_[t]);
  retrying_ = false;

  *exceptionGlobals_ = {};
  turning.endedIteration = endedIteration(t);
  turning.state = std::exchange(state, before);
  threads_[t].endedIteration = hadEndedIteration;
  turning.middles = retry.middles();
  turning.looks = retry.looksAt(turning.around);
  turning.looksBeforeChanges = retry.looksBeforeChanges();
  turning.changesBlindly = retry.changesBlindly();
  turning.waits = retry.waits();
  turning.loops = retry.loops();
  undo(events);
  for (const Op& op : std::views::reverse(plainSteps_))
    if (op.kind == OpKind::Write) core::storeWord(op.addr, op.size, op.b);
  output_.resize(printed);
  recording_ = wasRecording;
  updateWatch();
  if (retry.spinsForEver()) return Turns::ForEver;
  return execution_.stop ? Turns::NobodyKnows : Turns::NotForEver;
}

// The same in the memory as it is in the middle of another thread's round.
Engine::Turns Engine::spinsForEverIn(const Memory& middle, Spinning& turning) {
  const auto exchange = [](Memory& words) {
    for (Word& word : words) {
      const Value now = core::loadWord(word.addr, word.size);
      core::storeWord(word.addr, word.size, word.value);
      word.value = now;
    }
  };
  const std::vector<Memory> own = std::move(turning.middles);
  const std::set<LoopPlace> usual = std::move(turning.loops);
  Memory words = middle;
  exchange(words);
  Turns turns = Turns::ForEver;
  if (!turning.waits || core::guardHolds(turning.state.pending)) turns = spinsForEver(turning);
  exchange(words);
  if (turning.waits) turns = Turns::ForEver;
  const bool stays = std::ranges::includes(usual, turning.loops);
  // Whoever does not look at it does what it did, whatever that is.
  const bool isSimple =
      stays && (turning.looks == 0 || (turning.middles.empty() && turning.looks == 1 && !turning.waits));
  if (turns == Turns::ForEver && !isSimple) turns = Turns::NobodyKnows;
  turning.middles = own;
  turning.loops = usual;
  return turns;
}

// What they find in the middle of each other's rounds.
Engine::Turns Engine::spinTogether(std::vector<Spinning>& turning) {
  if (nobodyCanLeave()) return Turns::ForEver;
  std::size_t changing = 0;
  bool lookBeforeChanges = false, changeBlindly = false;
  for (const Spinning& one : turning) {
    changing += one.middles.empty() ? 0 : 1;
    changeBlindly = changeBlindly || one.changesBlindly;
    lookBeforeChanges = lookBeforeChanges || (!one.middles.empty() && one.looksBeforeChanges);
  }
  for (Spinning& one : turning)
    for (const Spinning& other : turning)
      for (const Memory& middle : other.middles)
        if (&one != &other) one.around.insert(one.around.end(), middle.begin(), middle.end());
  Turns turns = changing > 1 && lookBeforeChanges ? Turns::NobodyKnows : Turns::ForEver;
  for (const Spinning& one : turning)
    for (const Memory& middle : one.middles)
      for (Spinning& other : turning) {
        if (&one == &other || other.isLost) continue;
        const Turns here = spinsForEverIn(middle, other);
        if (here == Turns::NotForEver) return here;
        if (here == Turns::NobodyKnows) turns = here;
        other.isLost = execution_.stop.has_value();
        execution_.stop.reset();
      }
  // Several may be in the middle at once, and somebody may look then.
  const bool isLookedAt = std::ranges::any_of(turning, [](const Spinning& one) { return one.looks != 0; });
  if (changing > 1 && changeBlindly && (isLookedAt || isWaitedFor(turning))) turns = Turns::NobodyKnows;
  return turns;
}

core::StopReason Engine::notFoundOut(ThreadId t) const {
  return {.message = fmt::format("a thread goes round in the loop at {}; whether it does so for ever was not found out",
                                 placeOf(loopOf(t))),
          .site = loopOf(t),
          .thread = t,
          .bounded = true};
}

// It cannot be let go on any further.
void Engine::giveUpRetry() {
  execution_.stop = notFoundOut(current_->id);
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
    return endedIteration(t) || (waitsInLoop(t) && !info_.sites[execution_.threads[t].pending.site].isExact);
  };
  for (ThreadId t = 0; t < execution_.threads.size(); ++t) {
    const core::ThreadState& state = execution_.threads[t];
    const bool assumes = waitsInLoop(t) && info_.sites[state.pending.site].assumes;
    if (assumes || (state.status == core::ThreadStatus::Stopped && !endedIteration(t))) return;
  }
  std::optional<core::StopReason> unknown;
  std::vector<Spinning> turning;
  for (ThreadId t = 0; t < execution_.threads.size(); ++t) {
    if (!isUncertain(t)) continue;
    Spinning& one = turning.emplace_back(
        Spinning{.thread = t, .state = execution_.threads[t], .endedIteration = endedIteration(t)});
    const Turns turns = spinsForEver(one);
    if (turns == Turns::NotForEver) return;
    if (turns == Turns::NobodyKnows) unknown = std::exchange(execution_.stop, std::nullopt);
  }
  if (!unknown) {
    const Turns together = spinTogether(turning);
    if (together == Turns::NotForEver) return;
    if (together == Turns::NobodyKnows) unknown = notFoundOut(turning.front().thread);
  }
  execution_.end = unknown ? core::End::Cut : core::End::Deadlock;
  execution_.stop = std::move(unknown);
  if (!execution_.stop) explainDeadlock();
}

// Whether each thread is in a loop that nothing leads out of, or joins another.
bool Engine::nobodyCanLeave() const {
  for (ThreadId t = 0; t < execution_.threads.size(); ++t) {
    const core::ThreadState& state = execution_.threads[t];
    if (endedIteration(t) && info_.sites[loopOf(t)].isEndless) continue;
    if (endedIteration(t) || (state.status == core::ThreadStatus::Ready && state.pending.kind != OpKind::Join))
      return false;
  }
  return true;
}

// Whether a thread waits for something that these change for a while.
bool Engine::isWaitedFor(const std::vector<Spinning>& turning) const {
  return std::ranges::any_of(execution_.threads, [&](const core::ThreadState& state) {
    if (state.status != core::ThreadStatus::Ready) return false;
    const auto waitsFor = [&](const Word& word) { return Retry::touches(state.pending, word); };
    return std::ranges::any_of(turning, [&](const Spinning& one) {
      return std::ranges::any_of(one.middles,
                                 [&](const Memory& middle) { return std::ranges::any_of(middle, waitsFor); });
    });
  });
}

SiteId Engine::loopOf(ThreadId t) const {
  const SiteId site = execution_.threads[t].pending.site;
  return endedIteration(t) ? site : info_.sites[site].loop;
}

}  // namespace heddle::runtime
