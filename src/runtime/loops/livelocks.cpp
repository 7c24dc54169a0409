#include "runtime/loops/livelocks.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace heddle::runtime {

// Tries the thread from where it stands, which is elsewhere afterwards.
Livelocks::SpinVerdict Livelocks::spinsForEver(Spinning& spinning) {
  const ThreadId t = spinning.thread;
  core::ThreadState& state = run_.execution.threads[t];
  const core::ThreadState before = std::exchange(state, spinning.state);
  const bool hadEndedIteration = std::exchange(run_.threads[t].endedIteration, spinning.endedIteration);
  const std::size_t events = run_.execution.trace.size();
  const std::size_t printed = recording_.output().size();
  const bool wasRecording = std::exchange(run_.isRecorded, false);
  trial_.clear();

  LoneScheduler alone(run_, sites_, ends_, trial_, t, looks_[t]);
  run_.scheduler = &alone;
  core::EventOrder* const order = std::exchange(run_.order, nullptr);
  run_.isTrial = true;
  run_.updateWatch();
  ++run_.trials;
  state.status = core::ThreadStatus::Ready;
  if (!spinning.endedIteration && ends_.waitsInLoop(t)) LoneScheduler::lookOnly(state.pending);
  run_.current = &run_.root;
  run_.switchTo(run_.threads[t]);
  run_.isTrial = false;
  run_.order = order;

  *run_.exceptionGlobals = {};
  spinning.endedIteration = run_.endedIteration(t);
  spinning.state = std::exchange(state, before);
  run_.threads[t].endedIteration = hadEndedIteration;
  spinning.middles = alone.middles();
  spinning.looks = alone.looksAt(spinning.around);
  spinning.looksBeforeChanges = alone.looksBeforeChanges();
  spinning.changesBlindly = alone.changesBlindly();
  spinning.waits = alone.waits();
  spinning.loops = alone.loops();
  undo(events);
  trial_.rollBack();
  recording_.truncateOutput(printed);
  run_.isRecorded = wasRecording;
  run_.updateWatch();
  if (alone.spinsForEver()) return SpinVerdict::ForEver;
  return run_.execution.stop ? SpinVerdict::Unknown : SpinVerdict::NotForEver;
}

// The same in the memory as it is in the middle of another thread's iteration.
Livelocks::SpinVerdict Livelocks::spinsForEverIn(const Contents& middle, Spinning& spinning) {
  const auto exchange = [](Contents& words) {
    for (Content& word : words) {
      const Value now = core::loadWord(word.addr, word.size);
      core::storeWord(word.addr, word.size, word.value);
      word.value = now;
    }
  };
  const std::vector<Contents> own = std::move(spinning.middles);
  const std::set<LoopPlace> usual = std::move(spinning.loops);
  Contents words = middle;
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
Livelocks::SpinVerdict Livelocks::spinTogether(std::vector<Spinning>& spinning) {
  if (ends_.nobodyCanLeave()) return SpinVerdict::ForEver;
  std::size_t changing = 0;
  bool lookBeforeChanges = false, changeBlindly = false;
  for (const Spinning& one : spinning) {
    changing += one.middles.empty() ? 0 : 1;
    changeBlindly = changeBlindly || one.changesBlindly;
    lookBeforeChanges = lookBeforeChanges || (!one.middles.empty() && one.looksBeforeChanges);
  }
  for (Spinning& one : spinning)
    for (const Spinning& other : spinning)
      for (const Contents& middle : other.middles)
        if (&one != &other) one.around.insert(one.around.end(), middle.begin(), middle.end());
  SpinVerdict verdict = changing > 1 && lookBeforeChanges ? SpinVerdict::Unknown : SpinVerdict::ForEver;
  for (const Spinning& one : spinning)
    for (const Contents& middle : one.middles)
      for (Spinning& other : spinning) {
        if (&one == &other || other.isLost) continue;
        const SpinVerdict here = spinsForEverIn(middle, other);
        if (here == SpinVerdict::NotForEver) return here;
        if (here == SpinVerdict::Unknown) verdict = here;
        other.isLost = run_.execution.stop.has_value();
        run_.execution.stop.reset();
      }
  // Several may be in the middle at once, and somebody may look then.
  const bool isLookedAt = std::ranges::any_of(spinning, [](const Spinning& one) { return one.looks != 0; });
  if (changing > 1 && changeBlindly && (isLookedAt || isWaitedFor(spinning))) verdict = SpinVerdict::Unknown;
  return verdict;
}

// Events from the `from`-th on.
void Livelocks::undo(std::size_t from) {
  for (std::size_t i = run_.execution.trace.size(); i-- > from;) {
    const core::Event& event = run_.execution.trace[i];
    if (event.wrote) std::memcpy(reinterpret_cast<void*>(event.op.addr), &event.read, event.op.size);
  }
  run_.execution.trace.truncate(from);
}

void Livelocks::find() {
  if (run_.execution.exiting) return;
  const auto isUncertain = [&](ThreadId t) {
    return run_.endedIteration(t) ||
           (ends_.waitsInLoop(t) && !sites_.at(run_.execution.threads[t].pending.site).isExact);
  };
  for (ThreadId t = 0; t < run_.execution.threads.size(); ++t) {
    const core::ThreadState& state = run_.execution.threads[t];
    const bool waits = state.status == core::ThreadStatus::Ready && state.pending.rule != nullptr;
    const bool assumes =
        ends_.waitsInLoop(t) ? sites_.at(state.pending.site).assumes : waits && state.pending.rule->assumes;
    if (assumes || (state.status == core::ThreadStatus::Stopped && !run_.endedIteration(t))) return;
  }
  std::optional<core::StopReason> unknown;
  std::vector<Spinning> spinning;
  for (ThreadId t = 0; t < run_.execution.threads.size(); ++t) {
    if (!isUncertain(t)) continue;
    Spinning& one = spinning.emplace_back(
        Spinning{.thread = t, .state = run_.execution.threads[t], .endedIteration = run_.endedIteration(t)});
    const SpinVerdict verdict = spinsForEver(one);
    if (verdict == SpinVerdict::NotForEver) return;
    if (verdict == SpinVerdict::Unknown) unknown = std::exchange(run_.execution.stop, std::nullopt);
  }
  if (!unknown) {
    const SpinVerdict together = spinTogether(spinning);
    if (together == SpinVerdict::NotForEver) return;
    if (together == SpinVerdict::Unknown) unknown = trial_.notFoundOut(spinning.front().thread);
  }
  run_.execution.end = unknown ? core::End::Cut : core::End::Deadlock;
  run_.execution.stop = std::move(unknown);
  if (!run_.execution.stop) ends_.explainDeadlock();
}

// Whether a thread waits for something that these change for a while.
bool Livelocks::isWaitedFor(const std::vector<Spinning>& spinning) const {
  return std::ranges::any_of(run_.execution.threads, [&](const core::ThreadState& state) {
    if (state.status != core::ThreadStatus::Ready) return false;
    const auto waitsFor = [&](const Content& word) { return LoneScheduler::touches(state.pending, word); };
    return std::ranges::any_of(spinning, [&](const Spinning& one) {
      return std::ranges::any_of(one.middles,
                                 [&](const Contents& middle) { return std::ranges::any_of(middle, waitsFor); });
    });
  });
}

}  // namespace heddle::runtime
