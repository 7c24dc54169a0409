#include "searches.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "explore/registry.h"
#include "measure.h"
#include "rows.h"

namespace heddle::bench {

core::Outcome explored(core::Program& program, const std::string& search, const explore::Limits& limits,
                       const std::string& model) {
  const explore::SearchRow* const row = explore::searchNamed(search);
  if (row == nullptr) throw std::runtime_error("there is no search " + search);
  explore::SearchOptions options;
  options.model = models::modelNamed(model);
  core::Outcome outcome = explore::explore(program, *row->make(options), limits);
  if (outcome.verdict == core::Verdict::Violation || outcome.verdict == core::Verdict::Refused)
    throw std::runtime_error("the program is not explored as a correct one");
  return outcome;
}

Pace wholePace(const Workload& workload, const std::string& search, const std::string& model, double seconds,
               std::uint64_t most) {
  transform::LoopOptions loops;
  loops.speculation = explore::searchNamed(search)->speculates;  // as heddle check does
  loops.rolledBack = true;
  const auto program = loadProgram(workload.file, workload.flags, {}, loops);
  explore::Limits limits;
  limits.boundExecutions = most;
  Pace pace;
  for (double spent = 0; spent < seconds;) {
    const double before = threadSeconds();
    const core::Outcome outcome = explored(*program, search, limits, model);
    const double time = threadSeconds() - before;
    pace.executions = outcome.executions;
    pace.perSecond = std::max(pace.perSecond, static_cast<double>(outcome.executions.total()) / time);
    pace.isAll = outcome.verdict == core::Verdict::Safe;
    if (!pace.isAll) break;
    spent += time;
  }
  return pace;
}

Pace pace(const Workload& workload, const std::string& search, double seconds) {
  const auto program = loadProgram(workload.file, workload.flags);
  explore::Limits limits;
  limits.timeLimit = seconds;
  Pace pace;
  const double start = threadSeconds();
  double now = start;
  while (now - start < seconds) {
    // A small exploration is repeated, so that the clock is read rarely.
    std::uint64_t executions = 0;
    const double before = now;
    while ((now = threadSeconds()) - before < seconds / 10) {
      const core::Outcome outcome = explored(*program, search, limits);
      executions += outcome.executions.total();
      pace.executions = outcome.executions;
      pace.isAll = outcome.verdict == core::Verdict::Safe;
    }
    pace.perSecond = std::max(pace.perSecond, static_cast<double>(executions) / (now - before));
  }
  return pace;
}

std::vector<Line> measureNaive() {
  const Pace naive = pace({"three_threads.c", {"-DCOUNT=3"}}, "naive", 2);
  return {{"naive, three threads of three atomic operations", naive.perSecond, Unit::PerSecond, atLeast(1e6),
           fmt::format("{} executions, repeated", naive.executions.total())},
          {"time of one execution", 1e9 / naive.perSecond}};
}

}  // namespace heddle::bench
