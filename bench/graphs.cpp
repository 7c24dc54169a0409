// The search on execution graphs beside GenMC on the same files, under sc and
// rc11: executions, of which Heddle must not have more, and executions a second.
// Start-up is not counted for either.
#include <fmt/format.h>

#include <array>
#include <cmath>

#include "explore/registry.h"
#include "peers.h"
#include "rows.h"
#include "searches.h"

namespace heddle::bench {
namespace {

constexpr std::array kModels = {"sc", "rc11"};

struct Subject {
  const char* name;
  const char* file;
  std::vector<std::string> flags;
  // Complete executions under kModels where others have counted them; 0: they have not.
  std::array<double, 2> complete = {0, 0};
  // GenMC only. How often a loop that it cannot turn into an assumption may
  // begin: more than threads are started, since main's loop counts too.
  std::vector<std::string> genmc = {};
};

// docs/benchmarks.md says where the counts come from.
const std::vector<Subject>& subjects() {
  static const std::vector<Subject> kSubjects{
      {"casrot(12)", "graphs/casrot.c", {"-DN=12"}, {919'146, 919'146}},
      {"lastzero(15)", "graphs/lastzero.c", {"-DN=15"}, {147'456, 147'456}},
      {"readers(16)", "graphs/readers.c", {"-DN=16"}, {65'536, 65'536}},
      {"fib_bench", "graphs/fib_bench.c", {"-DN=5"}, {218'243, 525'630}},
      {"big1", "graphs/big1.c", {}, {1'820'474, 2'950'753}},
      {"indexer(15)", "graphs/indexer.c", {"-DN=15"}, {4'096, 4'096}},
      {"ttaslock(5)", "godot/ttaslock.c", {"-DN=5"}, {14'400, 14'400}},
      {"twalock(4)", "godot/twalock.c", {"-DN=4"}, {6'144, 0}},
      {"mutex(3)", "godot/mutex.c", {"-DN=3"}, {}, {"-unroll=4"}},
      {"mcs_spinlock(5)", "godot/mcslock.c", {"-DN=5"}},
      {"treiber-stack(3 rdwr)", "godot/treiber_stack.c", {"-DN=3"}, {}, {"-unroll=5"}},
      {"mpmc-queue(3r2w)", "godot/mpmc_queue.c", {"-DN=5", "-DTAKERS=3"}, {}, {"-unroll=6"}},
      {"ms-queue(2r2w)", "godot/ms_queue.c", {"-DN=4", "-DTAKERS=2"}, {}, {"-unroll=5"}},
      {"linuxrwlocks(3)", "godot/linuxrwlocks.c", {"-DN=3"}, {690, 690}},
  };
  return kSubjects;
}

constexpr double kLeastRatio = 5;
constexpr double kLeastMeanRatio = 10;
constexpr double kSeconds = 1;
constexpr std::uint64_t kMostExecutions = 4'000'000;

struct Comparison {
  unsigned ratios = 0;
  unsigned unanswered = 0;  // by GenMC
  double logarithms = 0;
  unsigned more = 0;
};

const char* search() { return explore::searchNamed("awamoche") != nullptr ? "awamoche" : "trust"; }

// GenMC as it comes, with in-place revisits, if Heddle has them too and GenMC
// does not stop with "unordered writes"; else without them.
std::optional<PeerRun> genmcRun(const Subject& subject, const Workload& workload, const std::string& model) {
  std::vector<std::string> options = subject.genmc;
  if (std::string(search()) == "awamoche")
    if (const auto run = runGenmc(workload, model, options, 1)) return run;
  options.push_back("-disable-ipr");
  return runGenmc(workload, model, options, 1);
}

std::string counts(double complete, double blocked) {
  return fmt::format("{}+{}", grouped(complete), grouped(blocked));
}

void measureSubject(const Subject& subject, std::size_t model, Comparison& comparison, std::vector<Line>& lines) {
  const Workload workload{subject.file, subject.flags};
  const Pace heddle = wholePace(workload, search(), kModels[model], kSeconds, kMostExecutions);
  const auto complete = static_cast<double>(heddle.executions.complete);
  const auto blocked = static_cast<double>(heddle.executions.blocked);
  const std::string name = fmt::format("{}, {}", subject.name, kModels[model]);
  const std::optional<Target> target =
      subject.complete[model] > 0 ? std::optional(exactly(subject.complete[model])) : std::nullopt;
  lines.push_back({name + ": complete", complete, Unit::Count, target,
                   fmt::format("+ {} blocked, {} /s{}", grouped(blocked), grouped(heddle.perSecond),
                               heddle.isAll ? "" : ", and not all of them")});
  if (!isGenmcInstalled()) return;  // said once, in the end
  const auto genmc = genmcRun(subject, workload, kModels[model]);
  if (!genmc) {
    lines.push_back({name + ": times GenMC's rate", std::nullopt, Unit::Times, std::nullopt, "GenMC: no answer"});
    ++comparison.unanswered;
    return;
  }
  const auto itsComplete = static_cast<double>(genmc->executions);
  const auto itsBlocked = static_cast<double>(genmc->blocked);
  const double rate = (itsComplete + itsBlocked) / genmc->cpuSeconds;
  const double ratio = heddle.perSecond / rate;
  lines.push_back({name + ": times GenMC's rate", ratio, Unit::Times, atLeast(kLeastRatio),
                   fmt::format("GenMC: {}, {} /s", counts(itsComplete, itsBlocked), grouped(rate))});
  ++comparison.ratios;
  comparison.logarithms += std::log(ratio);
  comparison.more += complete > itsComplete || blocked > itsBlocked ? 1 : 0;
}

void measureMemory(const std::string& name, const Workload& workload, std::vector<Line>& lines) {
  const Memory memory = heddleMemory(workload, search(), "rc11");
  lines.push_back({fmt::format("{}, rc11: memory", name), memory.resident, Unit::Megabytes, atMost(100),
                   fmt::format("not backed by a file: {:.1f} MB", memory.own)});
}

}  // namespace

std::vector<Line> measureGraphs() {
  std::vector<Line> lines;
  measureMemory("lastzero(15)", {"source_sets/lastzero.c", {"-DN=15"}}, lines);
  measureMemory("wakeup_stress(9)", {"source_sets/wakeup_stress.c", {"-DN=9"}}, lines);
  Comparison comparison;
  for (const Subject& subject : subjects())
    for (std::size_t model = 0; model < kModels.size(); ++model) measureSubject(subject, model, comparison, lines);
  if (comparison.ratios == 0) {
    lines.push_back({"times GenMC's rate: geometric mean", std::nullopt, Unit::Times, std::nullopt,
                     isGenmcInstalled() ? "genmc answers none" : "genmc is not installed"});
    return lines;
  }
  const std::string of = ofAnswered(comparison.ratios, comparison.unanswered);
  lines.push_back({"times GenMC's rate: geometric mean", std::exp(comparison.logarithms / comparison.ratios),
                   Unit::Times, atLeast(kLeastMeanRatio), of});
  lines.push_back({"more complete or more blocked ones than GenMC", static_cast<double>(comparison.more), Unit::Count,
                   exactly(0), of});
  return lines;
}

}  // namespace heddle::bench
