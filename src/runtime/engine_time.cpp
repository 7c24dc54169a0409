// The time of the program under test.
//
// Time passes where a thread sleeps, waits for a while or looks at the clock, and
// never goes backwards along happens-before: a thread is at least as late as all
// that it knows of. What it knows is in the clocks of the race detector, so that
// nothing has to be done where threads synchronise, and the time is the same in
// equivalent executions.
#include <algorithm>

#include "runtime/engine.h"

namespace heddle::runtime {

std::uint64_t Engine::time() {
  const std::uint64_t own = current_->times.empty() ? 0 : current_->times.back().time;
  if (!checkRaces_) return own;
  std::uint64_t latest = own;
  for (ThreadId t = 0; t < execution_.threads.size(); ++t) {
    if (!exists(t) || t == current_->id) continue;
    const std::vector<TimeReading>& times = threads_[t].times;
    const std::uint32_t known = detector_.knownOf(t, current_->id);
    const auto behind = std::upper_bound(times.begin(), times.end(), known,
                                         [](std::uint32_t clock, const TimeReading& r) { return clock < r.clock; });
    if (behind != times.begin()) latest = std::max(latest, std::prev(behind)->time);
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

// Where the race detector keeps no clocks: what starting and joining a thread tells.
void Engine::tellTime(const Thread& from, Thread& to) {
  if (checkRaces_ || from.times.empty()) return;
  if (to.times.empty() || to.times.back().time < from.times.back().time) to.times = from.times;
}

}  // namespace heddle::runtime
