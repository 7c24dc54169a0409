// The time of the program under test.
//
// Time passes where a thread sleeps, waits for a while or reads the clock, and
// never goes backwards along happens-before: a thread is at least as late as all
// that it knows of. What it knows is in the clocks of the race detector, so that
// nothing has to be done where threads synchronise, and the time is the same in
// equivalent executions. Where there are no such clocks (--plain interleave), the
// events since the time was last read are gone through.
#include <algorithm>

#include "runtime/engine.h"

namespace heddle::runtime {

std::uint64_t Engine::time() {
  if (!checkRaces_) followTime();
  std::uint64_t latest = lastTimeOf(current_->id);
  if (!checkRaces_) return latest;
  for (ThreadId t = 0; t < execution_.threads.size(); ++t) {
    if (!exists(t) || t == current_->id) continue;
    const std::vector<TimeReading>& times = threads_[t].times;
    const std::uint32_t known = detector_.knownOf(t, current_->id);
    const auto after = std::upper_bound(times.begin(), times.end(), known,
                                        [](std::uint32_t clock, const TimeReading& r) { return clock < r.clock; });
    if (after != times.begin()) latest = std::max(latest, std::prev(after)->time);
  }
  return latest;
}

std::uint64_t Engine::passTime(std::uint64_t nanoseconds) {
  const InHeddle guard;
  const std::uint64_t now = time() + nanoseconds;
  const std::uint32_t clock = checkRaces_ ? detector_.now(current_->id) : 0;
  std::vector<TimeReading>& times = current_->times;
  if (times.empty() || times.back().clock != clock)
    times.push_back({clock, now});
  else
    times.back().time = now;
  return now;
}

std::uint64_t Engine::lastTimeOf(ThreadId t) const {
  const std::vector<TimeReading>& times = threads_[t].times;
  return times.empty() ? 0 : times.back().time;
}

void Engine::tellTime(std::uint64_t time, ThreadId to) {
  if (time > lastTimeOf(to)) threads_[to].times.assign(1, {0, time});
}

// What one writes, starts or ends tells its time to whoever reads it or joins it.
void Engine::followTime() {
  for (; timeFollowed_ < execution_.trace.size(); ++timeFollowed_) {
    const core::Event& event = execution_.trace[timeFollowed_];
    const Op& op = event.op;
    if (op.kind == OpKind::Spawn) tellTime(lastTimeOf(event.thread), op.other);
    if (op.kind == OpKind::Join) tellTime(lastTimeOf(op.other), event.thread);
    if (!core::touchesMemory(op.kind)) continue;
    // The order of updates that commute is nobody's business.
    const bool learns = op.kind != OpKind::Write && (op.rule == nullptr || op.rule->commutes == core::Family::None);
    for (Address byte = op.addr; byte < op.addr + op.size; ++byte) {
      std::uint64_t& left = timeLeft_[byte];
      if (learns) tellTime(left, event.thread);
      if (event.wrote) left = std::max(left, lastTimeOf(event.thread));
    }
  }
}

}  // namespace heddle::runtime
