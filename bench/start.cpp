// From the command line to the first execution: the tool as the user runs it,
// stopped after one execution. How long the user waits is what counts, so this
// row alone is wall-clock time. What it does after that, a few lines of report
// and the end of the process, is counted too.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>
#include <random>
#include <stdexcept>

#include "child.h"
#include "measure.h"
#include "rows.h"

namespace heddle::bench {
namespace {

ChildRun better(ChildRun x, ChildRun y) { return x.wallSeconds <= y.wallSeconds ? x : y; }

// With `cache` as the user's cache folder.
ChildRun runTool(const std::string& file, const std::string& cache) {
  ChildRun run = runChild({HEDDLE_TOOL, "check", file, "--bound-executions", "1"}, {{"XDG_CACHE_HOME", cache}});
  constexpr int kSafe = 0;
  constexpr int kInconclusive = 3;  // there are more executions than the one
  if (run.status != kSafe && run.status != kInconclusive)
    throw std::runtime_error(fmt::format("heddle check {} answers {}", file, run.status));
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
    const ChildRun first = runTool(programFile(program), cache.path());
    start.first = i == 0 ? first : better(first, start.first);
    for (int j = 0; i == 0 && j < kLaterTries; ++j) {
      const ChildRun later = runTool(programFile(program), cache.path());
      start.later = j == 0 ? later : better(later, start.later);
    }
  }
  return start;
}

Line line(const std::string& what, const ChildRun& run, double target) {
  return {what, run.wallSeconds, Unit::Seconds, atMost(target),
          fmt::format("wall-clock; {:.3f} s of CPU time", run.cpuSeconds)};
}

// --- many sets of headers ---

constexpr unsigned kSets = 100;
constexpr std::array kHeaders{"algorithm", "array",         "chrono",  "cstdio", "cstring", "deque",   "functional",
                              "future",    "list",          "map",     "mutex",  "numeric", "queue",   "optional",
                              "set",       "sstream",       "string",  "tuple",  "utility", "variant", "iterator",
                              "stdexcept", "unordered_map", "cassert", "random", "cstdint"};

// Four headers that it uses, three to six others before them, and a macro of its own.
std::string writeProgram(const std::string& folder, unsigned number, std::mt19937& random) {
  std::vector<std::string> others;
  std::ranges::sample(kHeaders, std::back_inserter(others), 3 + random() % 4, random);
  const std::string file = fmt::format("{}/{}.cpp", folder, number);
  std::ofstream out(file);
  for (const std::string& header : others) out << fmt::format("#include <{}>\n", header);
  out << "#include <atomic>\n#include <memory>\n#include <thread>\n#include <vector>\n"
      << fmt::format("#define NUMBER {}\n", number)
      << "int main() {\n"
         "  const auto all = std::make_shared<std::vector<int>>(3, NUMBER);\n"
         "  std::atomic<int> sum{0};\n"
         "  std::thread thread([&] { sum += all->back(); });\n"
         "  sum += all->front();\n"
         "  thread.join();\n"
         "  return sum == 2 * NUMBER ? 0 : 1;\n"
         "}\n";
  return file;
}

}  // namespace

std::vector<Line> measureStartSets() {
  const ScratchFolder folder, cache;
  std::mt19937 random(1);
  std::vector<std::string> files;
  for (unsigned i = 0; i < kSets; ++i) files.push_back(writeProgram(folder.path(), i, random));
  // Pass by pass: a header that the others have pushed out of the cache is missing in each of them.
  const auto startAll = [&] {
    std::vector<ChildRun> runs;
    for (const std::string& file : files) runs.push_back(runTool(file, cache.path()));
    return runs;
  };
  startAll();
  std::vector<ChildRun> later = startAll();
  std::ranges::transform(later, startAll(), later.begin(), better);
  const ChildRun slowest = std::ranges::max(later, {}, &ChildRun::wallSeconds);
  double sum = 0;
  for (const ChildRun& run : later) sum += run.wallSeconds;
  return {line("C++ with each of 100 sets of headers, after the first time: the slowest", slowest, 0.4),
          {"the mean of them", sum / kSets, Unit::Seconds}};
}

std::vector<Line> measureStart() {
  const Start c = measureStartOf("start.c");
  const Start cpp = measureStartOf("start.cpp");
  return {line("100 lines of C, the first time", c.first, 0.15), line("100 lines of C, after that", c.later, 0.15),
          line("C++ with 5 headers, the first time", cpp.first, 1.2),
          line("C++ with 5 headers, after that", cpp.later, 0.4)};
}

}  // namespace heddle::bench
