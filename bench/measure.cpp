#include "measure.h"

#include <benchmark/benchmark.h>
#include <fmt/format.h>
#include <time.h>

#include <algorithm>
#include <limits>
#include <stdexcept>

#include "frontend/compile.h"

// The module's owner must be able to destroy it.
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

namespace heddle::bench {
namespace {

// Keeps the smallest time of all repetitions instead of printing them.
class SmallestTime final : public benchmark::BenchmarkReporter {
 public:
  bool ReportContext(const Context&) override { return true; }
  void ReportRuns(const std::vector<Run>& runs) override {
    for (const Run& run : runs)
      if (run.run_type == Run::RT_Iteration) smallest_ = std::min(smallest_, run.GetAdjustedCPUTime());
  }
  double nanoseconds() const { return smallest_; }

 private:
  double smallest_ = std::numeric_limits<double>::infinity();
};

}  // namespace

std::string programFile(const std::string& name) { return std::string(HEDDLE_BENCH_PROGRAMS) + "/" + name; }

std::unique_ptr<core::Program> loadProgram(const std::string& name, const std::vector<std::string>& flags,
                                           const runtime::Options& options, const transform::LoopOptions& loops) {
  auto compiled = frontend::compile({{programFile(name)}, flags}, loops);
  if (!compiled) throw std::runtime_error(compiled.problem().message);
  auto program =
      runtime::load(std::move(compiled->context), std::move(compiled->module), std::move(compiled->info), options);
  if (!program) throw std::runtime_error(program.problem().message);
  return std::move(*program);
}

double nanosecondsOf(const std::function<void()>& body) {
  benchmark::ClearRegisteredBenchmarks();
  benchmark::RegisterBenchmark("body",
                               [&](benchmark::State& state) {
                                 for (auto _ : state) body();
                               })
      ->MinTime(0.04)
      ->Repetitions(7);
  SmallestTime reporter;
  benchmark::RunSpecifiedBenchmarks(&reporter, "all");
  return reporter.nanoseconds();
}

double threadSeconds() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

core::Step StayScheduler::next(const core::Execution& execution) {
  if (last_ < execution.threads.size() && core::enabled(execution, last_)) return {last_};
  return lowest(execution);
}

core::Step StayScheduler::lowest(const core::Execution& execution) {
  for (ThreadId t = 0; t < execution.threads.size(); ++t)
    if (core::enabled(execution, t)) return {last_ = t};
  return core::Step::stop();
}

double nanosecondsOfExecution(core::Program& program, core::Scheduler& scheduler) {
  const core::Execution& execution = program.run(scheduler);
  while (execution.broken && execution.broken->assumption == core::Assumption::KnownReaders) program.run(scheduler);
  if (execution.end != core::End::Complete) {
    throw std::runtime_error(execution.violation ? execution.violation->message
                             : execution.stop    ? execution.stop->message
                                                 : "an execution did not come to its end");
  }
  return nanosecondsOf([&] { program.run(scheduler); });
}

std::vector<double> nanosecondsPerCount(const std::string& name, const std::vector<Flags>& variants, Counts counts,
                                        core::Scheduler& scheduler) {
  constexpr int kRounds = 3;
  struct Smallest {
    double few = std::numeric_limits<double>::infinity();
    double many = std::numeric_limits<double>::infinity();
  };
  std::vector<Smallest> smallest(variants.size());
  const auto measure = [&](Flags flags, unsigned count, double& least) {
    flags.push_back(fmt::format("-DCOUNT={}", count));
    const auto program = loadProgram(name, flags);
    least = std::min(least, nanosecondsOfExecution(*program, scheduler));
  };
  for (int round = 0; round < kRounds; ++round) {
    for (std::size_t i = 0; i < variants.size(); ++i) {
      measure(variants[i], counts.few, smallest[i].few);
      measure(variants[i], counts.many, smallest[i].many);
    }
  }
  std::vector<double> times;
  for (const Smallest& one : smallest) times.push_back((one.many - one.few) / (counts.many - counts.few));
  return times;
}

}  // namespace heddle::bench
