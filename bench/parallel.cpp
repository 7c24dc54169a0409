// The time that a search takes by two processes beside one, on programs that take seconds, and beside what GenMC gains
// from a second thread. By the clock, without compiling and loading: that of a program which does nothing is
// subtracted. The machine must have two cores to spare.
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <stdexcept>

#include "measure.h"
#include "peers.h"
#include "rows.h"

namespace heddle::bench {
namespace {

struct Subject {
  const char* name;
  Workload workload;
  std::vector<std::string> genmc = {};  // bounds of loops, as in graphs.cpp
};

// As in graphs.cpp, with more threads where that takes less than two seconds.
const std::vector<Subject>& subjects() {
  static const std::vector<Subject> kSubjects{
      {"casrot(13)", {"graphs/casrot.c", {"-DN=13"}}},
      {"lastzero(16)", {"graphs/lastzero.c", {"-DN=16"}}},
      {"fib_bench(6)", {"graphs/fib_bench.c", {"-DN=6"}}},
      {"big1", {"graphs/big1.c", {}}},
      {"ttaslock(7)", {"godot/ttaslock.c", {"-DN=7"}}},
      {"mutex(4)", {"godot/mutex.c", {"-DN=4"}}, {"-unroll=5"}},
      {"treiber-stack(4 rdwr)", {"godot/treiber_stack.c", {"-DN=4"}}, {"-unroll=6"}},
      {"mpmc-queue(4r3w)", {"godot/mpmc_queue.c", {"-DN=7", "-DTAKERS=4"}}, {"-unroll=8"}},
  };
  return kSubjects;
}

constexpr double kLeastGain = 1.85;
constexpr double kLongEnough = 2;  // seconds
constexpr char kMost[] = "120";    // seconds

struct Run {
  double seconds;
  std::string executions;
  bool isAll;
};

Run run(const Workload& workload, const char* jobs) {
  std::vector<std::string> command{HEDDLE_TOOL,
                                   "check",
                                   "--json",
                                   "-",
                                   "--quiet",
                                   "-j",
                                   jobs,
                                   "--time-limit",
                                   kMost,
                                   "--no-config",
                                   programFile(workload.file),
                                   "--"};
  command.insert(command.end(), workload.flags.begin(), workload.flags.end());
  const ChildRun child = runChild(command);
  // What is said to people stands beside it.
  const std::size_t from = child.output.find('{'), to = child.output.rfind('}');
  const std::string text = to == std::string::npos ? "" : child.output.substr(from, to + 1 - from);
  const auto report = nlohmann::json::parse(text, nullptr, false);
  if (report.is_discarded()) throw std::runtime_error("heddle does not answer: " + workload.file + ": " + child.output);
  return {report["seconds"]["explore"].get<double>(), report["executions"].dump(), child.status == 0};
}

Line genmcLine(const Subject& subject, const std::string& name) {
  const auto withThreads = [&](const char* threads) {
    std::vector<std::string> options = subject.genmc;
    options.push_back(threads);
    return runGenmc(subject.workload, "rc11", options, 1);
  };
  const auto one = withThreads("--nthreads=1"), two = withThreads("--nthreads=2");
  if (!one || !two) return {name, std::nullopt, Unit::Times, std::nullopt, "no answer"};
  return {name, one->wallSeconds / two->wallSeconds, Unit::Times, std::nullopt,
          fmt::format("{:.1f} s and {:.1f} s", one->wallSeconds, two->wallSeconds)};
}

}  // namespace

std::vector<Line> measureParallel() {
  std::vector<Line> lines;
  for (const Subject& subject : subjects()) {
    const Run one = run(subject.workload, "1"), two = run(subject.workload, "2");
    const bool isLong = one.seconds >= kLongEnough && one.isAll && two.isAll;
    const std::string counts = !one.isAll || !two.isAll           ? "not all of them"
                               : one.executions == two.executions ? "counts equal"
                                                                  : "COUNTS DIFFER";
    lines.push_back({fmt::format("{}: times one process", subject.name), one.seconds / two.seconds, Unit::Times,
                     isLong ? std::optional(atLeast(kLeastGain)) : std::nullopt,
                     fmt::format("{:.1f} s and {:.1f} s, {}", one.seconds, two.seconds, counts)});
    if (isGenmcInstalled()) lines.push_back(genmcLine(subject, "  GenMC's second thread"));
  }
  if (!isGenmcInstalled())
    lines.push_back({"GenMC's second thread", std::nullopt, Unit::Times, std::nullopt, "genmc is not installed"});
  return lines;
}

}  // namespace heddle::bench
