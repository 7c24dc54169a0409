// Rows about plain accesses: one on the fast path, and whole programs of them.
#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "child.h"
#include "measure.h"
#include "rows.h"

namespace heddle::bench {
namespace {

struct Access {
  const char* name;
  const char* code;
};

constexpr Access kAccesses[] = {
    {"load, the same word", "sum += *same"},
    {"store, the same word", "*same = i"},
    {"load, different words", "sum += words[i]"},
    {"store, different words", "words[i] = i"},
};

constexpr const char* kArrayWork[] = {"array_sum.c", "sieve.c", "matrix.c", "sort.c"};
constexpr int kTries = 3;

double nativeSeconds(const std::string& file) {
  const ScratchFolder folder;
  const std::string binary = folder.path() + "/native";
  const ChildRun build = runChild({"clang-19", "-O1", programFile(file), "-o", binary, "-lpthread"});
  if (build.status != 0) throw std::runtime_error("clang-19 -O1 fails on " + file);
  double best = 0;
  for (int i = 0; i < kTries; ++i) {
    const ChildRun run = runChild({binary});
    if (run.status != 0) throw std::runtime_error(file + " fails natively");
    best = i == 0 ? run.cpuSeconds : std::min(best, run.cpuSeconds);
  }
  return best;
}

double heddleSeconds(const std::string& file, const std::vector<std::string>& flags) {
  runtime::Options options;
  options.stepLimit = 1'000'000'000'000;  // long loops are the point
  const auto program = loadProgram(file, flags, options);
  StayScheduler stay;
  double best = 0;
  for (int i = 0; i < kTries; ++i) {
    const double before = threadSeconds();
    const core::Execution& execution = program->run(stay);
    const double time = threadSeconds() - before;
    if (execution.end != core::End::Complete) throw std::runtime_error(file + " fails under Heddle");
    best = i == 0 ? time : std::min(best, time);
  }
  return best;
}

}  // namespace

std::vector<Line> measurePlain() {
  // A word's first access of an execution is not on the fast path: COUNT is
  // the number of iterations over the same words, so that it drops out.
  constexpr unsigned kAccessesPerIteration = 1024;
  StayScheduler stay;
  std::vector<Line> parts;
  double slowest = 0;
  std::vector<Flags> variants;
  for (const Access& access : kAccesses) variants.push_back({fmt::format("-DACCESS={}", access.code)});
  const std::vector<double> iterations = nanosecondsPerCount("plain.c", variants, {5, 105}, stay);
  for (std::size_t i = 0; i < iterations.size(); ++i) {
    const double time = iterations[i] / (2 * kAccessesPerIteration);  // two workers
    parts.push_back({kAccesses[i].name, time});
    slowest = std::max(slowest, time);
  }
  std::vector<Line> lines{
      {"plain access, fast path, other threads: the slowest", slowest, Unit::Nanoseconds, atMost(5)}};
  lines.insert(lines.end(), parts.begin(), parts.end());
  return lines;
}

std::vector<Line> measureSequential() {
  std::vector<Line> lines;
  for (const std::string file : kArrayWork) {
    const double native = nativeSeconds(file);
    const double heddle = heddleSeconds(file, {});
    const double threaded = heddleSeconds(file, {"-DIN_A_THREAD"});
    lines.push_back({file + ", times clang -O1", heddle / native, Unit::Times, atMost(6),
                     fmt::format("{:.3f} s, native {:.3f} s", heddle, native)});
    lines.push_back({"in a thread, while main waits", threaded / native, Unit::Times});
  }
  return lines;
}

}  // namespace heddle::bench
