#include "searches.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "explore/explorer.h"
#include "explore/registry.h"
#include "measure.h"
#include "rows.h"

namespace heddle::bench {
namespace {

core::Outcome exploreOnce(core::Program& program, double timeLimit) {
  const auto search = explore::searchNamed("naive")->make({});
  explore::Limits limits;
  limits.timeLimit = timeLimit;
  return explore::explore(program, *search, limits);
}

}  // namespace

Pace naivePace(const std::string& name, const std::vector<std::string>& flags, double seconds) {
  const auto program = loadProgram(name, flags);
  Pace pace;
  const double start = threadSeconds();
  double now = start;
  while (now - start < seconds) {
    // A small exploration is repeated, so that the clock is read rarely.
    std::uint64_t executions = 0;
    const double before = now;
    while ((now = threadSeconds()) - before < seconds / 10) {
      const core::Outcome outcome = exploreOnce(*program, seconds / 10);
      if (outcome.verdict == core::Verdict::Violation || outcome.verdict == core::Verdict::Refused)
        throw std::runtime_error(name + " is not explored as a correct program");
      executions += outcome.executions.total();
      pace.executions = outcome.executions.total();
      pace.isAll = outcome.verdict == core::Verdict::Safe;
    }
    pace.perSecond = std::max(pace.perSecond, static_cast<double>(executions) / (now - before));
  }
  return pace;
}

std::vector<Line> measureNaive() {
  const Pace pace = naivePace("three_threads.c", {"-DCOUNT=3"}, 2);
  return {{"naive, three threads of three atomic operations", pace.perSecond, Unit::PerSecond, atLeast(1e6),
           fmt::format("{} executions, repeated", pace.executions)},
          {"time of one execution", 1e9 / pace.perSecond}};
}

}  // namespace heddle::bench
