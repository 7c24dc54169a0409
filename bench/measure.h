// Loading programs and taking times. All times are CPU time, and the smallest
// of several: what else the machine does only ever adds.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/program.h"
#include "runtime/native_program.h"
#include "transform/loops/loop_options.h"

namespace heddle::bench {

// The path of a file in bench/programs.
std::string programFile(const std::string& name);

// Compiles and loads it. One program can be loaded at a time: drop one before
// the next. Throws std::runtime_error.
std::unique_ptr<core::Program> loadProgram(const std::string& name, const std::vector<std::string>& flags = {},
                                           const runtime::Options& options = {},
                                           const transform::LoopOptions& loops = {});

// CPU nanoseconds of one call of `body`, by Google Benchmark.
double nanosecondsOf(const std::function<void()>& body);

// CPU seconds of this thread so far.
double threadSeconds();

// Goes on with the thread that went last; else with the lowest that can.
class StayScheduler final : public core::Scheduler {
 public:
  core::Step next(const core::Execution& execution) override;

 private:
  // A function of its own: the usual answer then needs no registers of its caller.
  [[gnu::noinline]] core::Step lowest(const core::Execution& execution);

  ThreadId last_ = 0;
};

// CPU nanoseconds of an execution under `scheduler`; throws if it does not
// come to its ordinary end.
double nanosecondsOfExecution(core::Program& program, core::Scheduler& scheduler);

// What one more unit costs when the program is compiled with -DCOUNT=few and
// -DCOUNT=many: start, reset and all that does not grow drop out.
struct Counts {
  unsigned few;
  unsigned many;
};
// Of a program in several variants, by flags of the compiler. They are measured in turn, in several rounds, so that
// what slows the machine down for a while does not fall on one of them.
using Flags = std::vector<std::string>;
std::vector<double> nanosecondsPerCount(const std::string& name, const std::vector<Flags>& variants, Counts counts,
                                        core::Scheduler& scheduler);

}  // namespace heddle::bench
