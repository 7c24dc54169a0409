#include "runtime/program_time.h"

#include <algorithm>

namespace heddle::runtime {

std::uint64_t ProgramTime::now() {
  isUsed_ = true;
  if (!run_.checkRaces) followTime();
  std::uint64_t latest = lastTimeOf(run_.current->id);
  if (!run_.checkRaces) return latest;
  for (ThreadId t = 0; t < run_.execution.threads.size(); ++t) {
    if (!run_.exists(t) || t == run_.current->id) continue;
    const std::vector<Reading>& times = times_[t];
    const std::uint32_t known = run_.detector.knownOf(t, run_.current->id);
    const auto after = std::upper_bound(times.begin(), times.end(), known,
                                        [](std::uint32_t clock, const Reading& r) { return clock < r.clock; });
    if (after != times.begin()) latest = std::max(latest, std::prev(after)->time);
  }
  return latest;
}

std::uint64_t ProgramTime::pass(std::uint64_t nanoseconds) {
  const InHeddle guard;
  const std::uint64_t later = now() + nanoseconds;
  const std::uint32_t clock = run_.checkRaces ? run_.detector.now(run_.current->id) : 0;
  std::vector<Reading>& times = times_[run_.current->id];
  if (times.empty() || times.back().clock != clock)
    times.push_back({clock, later});
  else
    times.back().time = later;
  return later;
}

std::uint64_t ProgramTime::lastTimeOf(ThreadId t) const {
  const std::vector<Reading>& times = times_[t];
  return times.empty() ? 0 : times.back().time;
}

void ProgramTime::tellTime(std::uint64_t time, ThreadId to) {
  if (time > lastTimeOf(to)) times_[to].assign(1, {0, time});
}

// What one writes, starts or ends tells its time to whoever reads it or joins it.
void ProgramTime::followTime() {
  for (; timeFollowed_ < run_.execution.trace.size(); ++timeFollowed_) {
    const core::Event& event = run_.execution.trace[timeFollowed_];
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
