// A long phase of a single thread that synchronises with nobody: there is one
// execution, and what counts is how long that is. It must not cost more on
// execution graphs, which keep each of its events, than with interleavings.
#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "child.h"
#include "measure.h"
#include "rows.h"

namespace heddle::bench {
namespace {

constexpr unsigned kRepetitions = 20'000;
constexpr double kMost = 0.2;  // seconds

double secondsOf(const std::string& program, const std::string& model, unsigned count, const std::string& cache) {
  constexpr int kTries = 3;
  double best = 0;
  for (int i = 0; i < kTries; ++i) {
    const ChildRun run =
        runChild({HEDDLE_TOOL, "check", programFile(program), "--model", model, "--", fmt::format("-DCOUNT={}", count)},
                 {{"XDG_CACHE_HOME", cache}});
    if (run.status != 0) throw std::runtime_error(fmt::format("heddle check {} answers {}", program, run.status));
    best = i == 0 ? run.cpuSeconds : std::min(best, run.cpuSeconds);
  }
  return best;
}

void measurePhaseOf(const std::string& what, const std::string& program, std::vector<Line>& lines) {
  const ScratchFolder cache;
  for (const std::string model : {"rc11", "sc"}) {
    const double start = secondsOf(program, model, 0, cache.path());
    const double whole = secondsOf(program, model, kRepetitions, cache.path());
    lines.push_back({fmt::format("{} under {}, beyond the start", what, model), whole - start, Unit::Seconds,
                     atMost(kMost), fmt::format("the start: {:.3f} s", start)});
  }
}

}  // namespace

std::vector<Line> measurePhase() {
  std::vector<Line> lines;
  measurePhaseOf("20,000 locks and unlocks", "phase.c", lines);
  measurePhaseOf("20,000 copies of a shared_ptr", "phase.cpp", lines);
  return lines;
}

}  // namespace heddle::bench
