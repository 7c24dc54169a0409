// Livelocks that are not plain to see.
//
// A thread that was stopped because an iteration of its loop has no effect, or that
// waits in the middle of such an iteration, may have looked too early: the program's
// loop would iterate once more. So when nobody can go on, that is tried: the
// thread is let go on, alone. If it stops at the same place again and again,
// whole iterations were run in the memory as it is now. An iteration may carry what it
// found into the next one (a failed compare-exchange does); once two of them
// asked for and found the same, so does the next one: the program does so for
// ever. What it reads by plain accesses counts too: others cannot change that
// without a data race, and nobody goes on. If the thread gets anywhere else,
// this is no livelock; what follows then is explored in an execution in which
// it looks later.
//
// An iteration that changes something and undoes it could let another thread go on
// in between. If it lets one go on who waits, this is no livelock. The others who go
// iteration are tried again in the memory as it is in the middle of the iteration: if one of
// them gets anywhere, this is no livelock either. If each of them just iterates
// there, in the same loop, and does not read what others change, or reads it once and changes nothing itself, then they
// iterate for ever in whatever order: never are two in the middle of their iterations, if whoever changes a word does
// so when it first reads it. Nor does it matter what they find where no loop has a way out (an assumption that does
// not hold is none: that execution is not the program's).
//
// Where this is not found out within the limits below, the execution is cut: it is
// not known to be harmless. The user's bounds on loops do not hold here.
//
// The execution is over when this happens, but the search still analyses it and
// at the memory. So all that it can see is put back: the thread's state, the
// trace, and what its steps wrote, plain stores among them (an iteration without
// effect may have some: analysis/loops/repeated_stores.h). The thread does not get
// after anything else that could be seen: a copy to memory that others can
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

// A thread that spins in a loop, and what was found out about it last.
struct Engine::Spinning {
  ThreadId thread;
  core::ThreadState state;  // where it stands
  bool endedIteration;
  std::vector<Memory> middles = {};  // how the memory looks in its iterations
  Memory around = {};                // what others change in theirs
  unsigned looks = 0;                // how often it reads that
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

  // How often the last iteration read these words, and could do something else because of what it found.
  unsigned looksAt(const Memory& words) const {
    const core::EventLog& trace = engine_.execution_.trace;
    return static_cast<unsigned>(
        std::count_if(trace.begin() + lastIteration_, trace.end(), [&](const core::Event& event) {
          return !isBlind(event) &&
                 std::ranges::any_of(words, [&](const Word& word) { return touches(event.op, word); });
        }));
  }

  // Whether its iterations change words that they have read before.
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
  static constexpr unsigned kMostStops =
      64;  // what an iteration carries into the next has settled by then, or never does

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
    const std::optional<Mark> iteration = lastIteration();
    if (!iteration && stops_.size() == kMostStops) engine_.giveUpRetry();
    if (!iteration) return true;
    spinsForEver_ = isUnchanged();
    lastIteration_ = iteration->events;
    keepLooks(*iteration);
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

  // Where the iteration that ends here began, if it asked for and found the same as
  // the one before it. It may have stopped in between: an outer loop iterates
  // by way of an inner one that waits.
  std::optional<Mark> lastIteration() const {
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

  void keepLooks(Mark iteration) {
    std::vector<Op>& looks = engine_.threads_[thread_].looksAt;
    const core::EventLog& trace = engine_.execution_.trace;
    const auto add = [&](const Op& op) {
      const bool isNew = std::none_of(looks.begin(), looks.end(), [&](const Op& x) { return x.addr == op.addr; });
      if (isNew && core::touchesMemory(op.kind) && op.kind != OpKind::Write) looks.push_back(op);
    };
    for (std::size_t i = iteration.events; i < trace.size(); ++i) add(trace[i].op);
    for (std::size_t i = iteration.plain; i < engine_.plainSteps_.size(); ++i) add(engine_.plainSteps_[i]);
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
Engine::SpinVerdict Engine::spinsForEver(Spinning& spinning) {
  const ThreadId t = spinning.thread;
  core::ThreadState& state = execution_.threads[t];
  const core::ThreadState before = std::exchange(state, spinning.state);
  const bool hadEndedIteration = std::exchange(threads_[t].endedIteration, spinning.endedIteration);
  const std::size_t events = execution_.trace.size();
  const std::size_t printed = output_.size();
  const bool wasRecording = std::exchange(recording_, false);
  hot.watch = 1;  // each plain access asks, at length
  hot.quickPlain = false;
  plainSteps_.clear();

  Retry retry(*this, t);
  scheduler_ = &retry;
  core::EventOrder* const order = std::exchange(order_, nullptr);
  retrying_ = true;
  ++retries_;
  state.status = core::ThreadStatus::Ready;
  if (!spinning.endedIteration && waitsInLoop(t)) Retry::lookOnly(state.pending);
  current_ = &root_;
  switchTo(threads_[t]);
  retrying_ = false;
  order_ = order;

  *exceptionGlobals_ = {};
  spinning.endedIteration = endedIteration(t);
  spinning.state = std::exchange(state, before);
  threads_[t].endedIteration = hadEndedIteration;
  spinning.middles = retry.middles();
  spinning.looks = retry.looksAt(spinning.around);
  spinning.looksBeforeChanges = retry.looksBeforeChanges();
  spinning.changesBlindly = retry.changesBlindly();
  spinning.waits = retry.waits();
  spinning.loops = retry.loops();
  undo(events);
  for (const Op& op : std::views::reverse(plainSteps_))
    if (op.kind == OpKind::Write) core::storeWord(op.addr, op.size, op.b);
  output_.resize(printed);
  recording_ = wasRecording;
  updateWatch();
  if (retry.spinsForEver()) return SpinVerdict::ForEver;
  return execution_.stop ? SpinVerdict::Unknown : SpinVerdict::NotForEver;
}

// The same in the memory as it is in the middle of another thread's iteration.
Engine::SpinVerdict Engine::spinsForEverIn(const Memory& middle, Spinning& spinning) {
  const auto exchange = [](Memory& words) {
    for (Word& word : words) {
      const Value now = core::loadWord(word.addr, word.size);
      core::storeWord(word.addr, word.size, word.value);
      word.value = now;
    }
  };
  const std::vector<Memory> own = std::move(spinning.middles);
  const std::set<LoopPlace> usual = std::move(spinning.loops);
  Memory words = middle;
  exchange(words);
  SpinVerdict verdict = SpinVerdict::ForEver;
  if (!spinning.waits || core::guardHolds(spinning.state.pending)) verdict = spinsForEver(spinning);
  exchange(words);
  if (spinning.waits) verdict = SpinVerdict::ForEver;
  const bool stays = std::ranges::includes(usual, spinning.loops);
  // Whoever does not read it does what it did, whatever that is.
  const bool isSimple =
      stays && (spinning.looks == 0 || (spinning.middles.empty() && spinning.looks == 1 && !spinning.waits));
  if (verdict == SpinVerdict::ForEver && !isSimple) verdict = SpinVerdict::Unknown;
  spinning.middles = own;
  spinning.loops = usual;
  return verdict;
}

// What they find in the middle of each other's iterations.
Engine::SpinVerdict Engine::spinTogether(std::vector<Spinning>& spinning) {
  if (nobodyCanLeave()) return SpinVerdict::ForEver;
  std::size_t changing = 0;
  bool lookBeforeChanges = false, changeBlindly = false;
  for (const Spinning& one : spinning) {
    changing += one.middles.empty() ? 0 : 1;
    changeBlindly = changeBlindly || one.changesBlindly;
    lookBeforeChanges = lookBeforeChanges || (!one.middles.empty() && one.looksBeforeChanges);
  }
  for (Spinning& one : spinning)
    for (const Spinning& other : spinning)
      for (const Memory& middle : other.middles)
        if (&one != &other) one.around.insert(one.around.end(), middle.begin(), middle.end());
  SpinVerdict verdict = changing > 1 && lookBeforeChanges ? SpinVerdict::Unknown : SpinVerdict::ForEver;
  for (const Spinning& one : spinning)
    for (const Memory& middle : one.middles)
      for (Spinning& other : spinning) {
        if (&one == &other || other.isLost) continue;
        const SpinVerdict here = spinsForEverIn(middle, other);
        if (here == SpinVerdict::NotForEver) return here;
        if (here == SpinVerdict::Unknown) verdict = here;
        other.isLost = execution_.stop.has_value();
        execution_.stop.reset();
      }
  // Several may be in the middle at once, and somebody may look then.
  const bool isLookedAt = std::ranges::any_of(spinning, [](const Spinning& one) { return one.looks != 0; });
  if (changing > 1 && changeBlindly && (isLookedAt || isWaitedFor(spinning))) verdict = SpinVerdict::Unknown;
  return verdict;
}

core::StopReason Engine::notFoundOut(ThreadId t) const {
  return {.message = fmt::format("a thread spins in the loop at {}; whether it does so for ever was not found out",
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
  std::vector<Spinning> spinning;
  for (ThreadId t = 0; t < execution_.threads.size(); ++t) {
    if (!isUncertain(t)) continue;
    Spinning& one = spinning.emplace_back(
        Spinning{.thread = t, .state = execution_.threads[t], .endedIteration = endedIteration(t)});
    const SpinVerdict verdict = spinsForEver(one);
    if (verdict == SpinVerdict::NotForEver) return;
    if (verdict == SpinVerdict::Unknown) unknown = std::exchange(execution_.stop, std::nullopt);
  }
  if (!unknown) {
    const SpinVerdict together = spinTogether(spinning);
    if (together == SpinVerdict::NotForEver) return;
    if (together == SpinVerdict::Unknown) unknown = notFoundOut(spinning.front().thread);
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
bool Engine::isWaitedFor(const std::vector<Spinning>& spinning) const {
  return std::ranges::any_of(execution_.threads, [&](const core::ThreadState& state) {
    if (state.status != core::ThreadStatus::Ready) return false;
    const auto waitsFor = [&](const Word& word) { return Retry::touches(state.pending, word); };
    return std::ranges::any_of(spinning, [&](const Spinning& one) {
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
