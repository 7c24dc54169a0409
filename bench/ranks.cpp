// How a search divides among very many ranks: trees of programs are recorded, and the protocol is simulated on them
// (bench/simulation). HEDDLE_RANKS_CSV=FILE keeps the curves; docs/scale.md shows them.
#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <stdexcept>

#include "explore/graph/graph_search.h"
#include "explore/registry.h"
#include "measure.h"
#include "models/model.h"
#include "rows.h"
#include "searches.h"
#include "simulation/protocol.h"

namespace heddle::bench {
namespace {

struct Subject {
  const char* name;
  Workload workload;
  bool isLong = false;  // it takes a minute and more to record
};

const std::vector<Subject>& subjects() {
  static const std::vector<Subject> kSubjects{
      {"casrot(13)", {"graphs/casrot.c", {"-DN=13"}}},
      {"casrot(15)", {"graphs/casrot.c", {"-DN=15"}}, true},
      {"lastzero(16)", {"graphs/lastzero.c", {"-DN=16"}}},
      {"fib_bench(6)", {"graphs/fib_bench.c", {"-DN=6"}}},
      {"big1", {"graphs/big1.c", {}}},
      {"ttaslock(7)", {"godot/ttaslock.c", {"-DN=7"}}},
      {"twalock(5)", {"godot/twalock.c", {"-DN=5"}}},
      {"mcs-spinlock(5)", {"godot/mcslock.c", {"-DN=5"}}},
      {"treiber-stack(3)", {"godot/treiber_stack.c", {"-DN=3"}}},
      {"mpmc-queue(3r3w)", {"godot/mpmc_queue.c", {"-DN=6", "-DTAKERS=3"}}},
      {"ms-queue(2r3w)", {"godot/ms_queue.c", {"-DN=5", "-DTAKERS=2"}}},
  };
  return kSubjects;
}

struct Recorded {
  Tree tree;
  double execution;  // seconds
};

// Each execution as the search comes to it.
Recorded record(const Workload& workload) {
  const explore::SearchRow& row = *explore::searchNamed("awamoche");
  transform::LoopOptions loops;
  loops.speculation = row.speculates;
  loops.rolledBack = true;
  const auto program = loadProgram(workload.file, workload.flags, {}, loops);
  explore::SearchOptions options;
  options.model = models::modelNamed("rc11");
  const auto search = row.make(options);
  explore::graph::GraphSearch& graphs = *search->onGraphs();
  std::vector<std::uint32_t> branches;
  const double begun = threadSeconds();
  const core::Execution* execution = nullptr;
  while (true) {
    if (execution == nullptr || !graphs.replayFromCache()) execution = &program->run(*search);
    if (execution->end == core::End::Violated || execution->end == core::End::Refused)
      throw std::runtime_error("the program is not explored as a correct one");
    if (!search->advance(*execution)) break;
    if (search->takeBroken())
      branches.clear();  // from the start
    else
      branches.push_back(graphs.branchedAt());
  }
  const double seconds = threadSeconds() - begun;
  const auto executions = static_cast<double>(branches.size() + 1);
  return {Tree(std::move(branches)), seconds / executions};
}

constexpr unsigned kRanks[] = {1, 10, 30, 100, 300, 1000, 3000, 10000};
constexpr unsigned kAlsoBefore = 30;
// Of the program's, as measured, and one that does more between its steps.
constexpr double kSlower = 20e-6;

class Curves {
 public:
  Curves() {
    if (const char* const file = std::getenv("HEDDLE_RANKS_CSV")) out_ = std::fopen(file, "w");
    if (out_ != nullptr)
      fmt::print(out_, "program,executions,microseconds,rules,ranks,efficiency,seconds,coordinator,pieces\n");
  }
  ~Curves() {
    if (out_ != nullptr) std::fclose(out_);
  }
  void add(const char* program, const Tree& tree, double execution, const char* rules, unsigned ranks,
           const Simulated& one) {
    if (out_ == nullptr) return;
    fmt::print(out_, "{},{},{:.3f},{},{},{:.4f},{:.4f},{:.4f},{}\n", program, tree.executions(), execution * 1e6, rules,
               ranks, one.efficiency, one.seconds, one.coordinator, one.pieces);
    std::fflush(out_);
  }

 private:
  std::FILE* out_ = nullptr;
};

}  // namespace

std::vector<Line> measureRanks() {
  std::vector<Line> lines;
  Curves curves;
  const bool isLong = std::getenv("HEDDLE_RANKS_LONG") != nullptr;
  for (const Subject& subject : subjects()) {
    if (subject.isLong && !isLong) continue;
    const Recorded recorded = record(subject.workload);
    for (const double execution : {recorded.execution, kSlower}) {
      const Costs costs{.execution = execution};
      std::string text;
      for (const unsigned ranks : kRanks) {
        const Simulated one = simulate(recorded.tree, ranks, costs, {});
        curves.add(subject.name, recorded.tree, execution, "now", ranks, one);
        text += fmt::format("{}{}: {:.0f} %", text.empty() ? "" : ", ", ranks, 100 * one.efficiency);
        if (ranks != kAlsoBefore) continue;
        const Rules before{.asOnePiece = true, .looksThroughAll = true};
        curves.add(subject.name, recorded.tree, execution, "before", ranks,
                   simulate(recorded.tree, ranks, costs, before));
      }
      lines.push_back({fmt::format("{}, {} executions of {:.1f} µs", subject.name,
                                   grouped(static_cast<double>(recorded.tree.executions())), execution * 1e6),
                       std::nullopt, Unit::Times, std::nullopt, text});
    }
  }
  return lines;
}

}  // namespace heddle::bench
