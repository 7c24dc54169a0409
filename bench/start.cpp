// From the command line to the first execution: the tool as the user runs it,
// stopped after one execution. How long the user waits is what counts, so this
// row alone is wall-clock time. What it does after that, a few lines of report
// and the end of the process, is counted too.
#include <fmt/format.h>

#include <stdexcept>

#include "child.h"
#include "measure.h"
#include "rows.h"

namespace heddle::bench {
namespace {

ChildRun better(ChildRun x, ChildRun y) { return x.wallSeconds <= y.wallSeconds ? x : y; }

// With `cache` as the user's cache folder.
ChildRun runTool(const std::string& program, const std::string& cache) {
  ChildRun run =
      runChild({HEDDLE_TOOL, "check", programFile(program), "--bound-executions", "1"}, {{"XDG_CACHE_HOME", cache}});
  constexpr int kSafe = 0;
  constexpr int kInconclusive = 3;  // there are more executions than the one
  if (run.status != kSafe && run.status != kInconclusive)
    throw std::runtime_error(fmt::format("heddle check {} answers {}", program, run.status));
  return run;
}

struct Start {
  ChildRun first;  // with an empty cache
  ChildRun later;
};

Start measureStartOf(const std::string& program) {
  constexpr int kFirstTries = 3;
  constexpr int kLaterTries = 5;
  Start start;
  for (int i = 0; i < kFirstTries; ++i) {
    const ScratchFolder cache;
    const ChildRun first = runTool(program, cache.path());
    start.first = i == 0 ? first : better(first, start.first);
    for (int j = 0; i == 0 && j < kLaterTries; ++j) {
      const ChildRun later = runTool(program, cache.path());
      start.later = j == 0 ? later : better(later, start.later);
    }
  }
  return start;
}

Line line(const std::string& what, const ChildRun& run, double target) {
  return {what, run.wallSeconds, Unit::Seconds, atMost(target),
          fmt::format("wall-clock; {:.3f} s of CPU time", run.cpuSeconds)};
}

}  // namespace

std::vector<Line> measureStart() {
  const Start c = measureStartOf("start.c");
  const Start cpp = measureStartOf("start.cpp");
  return {line("100 lines of C, the first time", c.first, 0.15), line("100 lines of C, after that", c.later, 0.15),
          line("C++ with 5 headers, the first time", cpp.first, 1.2),
          line("C++ with 5 headers, after that", cpp.later, 0.4)};
}

}  // namespace heddle::bench
