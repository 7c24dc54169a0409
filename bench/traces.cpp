// `optimal` beside Nidhugg -sc -optimal on the same files: traces, which must
// be the same, traces a second, memory. Start-up is not counted for either.
#include <fmt/format.h>

#include <cmath>

#include "peers.h"
#include "rows.h"
#include "searches.h"

namespace heddle::bench {
namespace {

struct Subject {
  const char* name;
  const char* file;
  unsigned size;
  double traces;  // as counted by Nidhugg and, where there is one, by a formula
};

// docs/benchmarks.md says where the counts come from.
constexpr Subject kSubjects[] = {
    {"sigma(7)", "sigma", 7, 135'135},
    {"fibonacci(4)", "fibonacci", 4, 19'605},
    {"lamport(2)", "lamport", 2, 25'828},
    {"lastzero(12)", "lastzero", 12, 15'360},
    {"readers(13)", "readers", 13, 8'192},
    {"indexer(15)", "indexer", 15, 4'096},
    {"circular buffer(8)", "circular_buffer", 8, 12'870},
};
constexpr double kLeastRatio = 20;
constexpr double kLeastMeanRatio = 50;
constexpr int kNidhuggTries = 2;

// Its lines; the ratio of the rates, or 0 if there is nothing to compare with.
double measureSubject(const Subject& subject, std::vector<Line>& lines) {
  const Workload workload{fmt::format("source_sets/{}.c", subject.file), {fmt::format("-DN={}", subject.size)}};
  const Pace heddle = pace(workload, "optimal", 2);
  const Memory memory = heddleMemory(workload, "optimal");
  const auto nidhugg = runNidhugg(workload, kNidhuggTries);
  const std::string rate = fmt::format("{} /s", grouped(heddle.perSecond));
  lines.push_back({fmt::format("{}: executions", subject.name), static_cast<double>(heddle.executions.total()),
                   Unit::Count, exactly(subject.traces), rate});
  if (!nidhugg) {
    if (isInstalled("nidhugg"))  // else said once, in the end
      lines.push_back({"times Nidhugg's rate", std::nullopt, Unit::Times, std::nullopt, "Nidhugg: no answer"});
    lines.push_back({"memory, resident", memory.resident, Unit::Megabytes, std::nullopt,
                     fmt::format("not backed by a file: {:.1f} MB", memory.own)});
    return 0;
  }
  const double nidhuggPerSecond = static_cast<double>(nidhugg->executions) / nidhugg->cpuSeconds;
  const double ratio =
      nidhugg->executions == heddle.executions.total() ? heddle.perSecond / nidhuggPerSecond : std::nan("");
  lines.push_back({fmt::format("{}: times Nidhugg's rate", subject.name), ratio, Unit::Times, atLeast(kLeastRatio),
                   fmt::format("Nidhugg: {} executions, {} /s", grouped(static_cast<double>(nidhugg->executions)),
                               grouped(nidhuggPerSecond))});
  lines.push_back({fmt::format("{}: memory, resident", subject.name), memory.resident, Unit::Megabytes,
                   atMost(nidhugg->memory.resident),
                   fmt::format("not backed by a file: {:.1f} MB, Nidhugg {:.1f} MB", memory.own, nidhugg->memory.own)});
  return ratio;
}

}  // namespace

std::vector<Line> measureTraces() {
  std::vector<Line> lines;
  double logarithms = 0;
  bool haveAll = true;
  for (const Subject& subject : kSubjects) {
    const double ratio = measureSubject(subject, lines);
    haveAll = haveAll && ratio > 0;
    logarithms += haveAll ? std::log(ratio) : 0;
  }
  if (haveAll)
    lines.push_back({"times Nidhugg's rate: geometric mean", std::exp(logarithms / std::size(kSubjects)), Unit::Times,
                     atLeast(kLeastMeanRatio)});
  else
    lines.push_back(
        {"times Nidhugg's rate: geometric mean", std::nullopt, Unit::Times, std::nullopt,
         isInstalled("nidhugg") ? "nidhugg does not answer all of them, or otherwise" : "nidhugg is not installed"});
  return lines;
}

}  // namespace heddle::bench
