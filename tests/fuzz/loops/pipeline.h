// A program through the real pipeline: IR, passes, JIT, engine, search.
#pragma once

#include <memory>
#include <optional>
#include <string_view>

#include "base/result.h"
#include "check/pass.h"
#include "core/outcome.h"
#include "core/program.h"
#include "core/program_info.h"
#include "states.h"
#include "transform/loops/loop_options.h"

namespace heddle::fuzz {

// What a search has found.
struct Found {
  std::set<FinalState> finals;
  std::set<Wrong> wrongs;
  bool waits = false;       // a deadlock or a livelock
  bool races = false;       // a data race
  bool isCut = false;       // a bound has stopped some thread in some execution
  bool isLimited = false;   // there was more to explore
  bool isObserved = false;  // additions that are rolled back could be: all of them were made
  core::ExecutionCounts counts;
  std::string problem;  // the program was refused, or is said to be nondeterministic
};

class Loaded {
 public:
  static Result<Loaded> make(const Program& program, const std::vector<Code>& code, transform::LoopOptions options);

  // Whether additions wait in place of being rolled back.
  bool hasRolledBack() const { return program_->has(core::LoopRole::RolledBack); }
  Found explore(std::string_view search, bool commute, std::uint64_t mostExecutions, std::string_view model = "sc");

 private:
  Loaded() = default;

  std::optional<Diagnostic> load(const check::Options& options);
  Result<check::Pass> runPass(const check::Plan& plan, Found& found);
  FinalState finalState() const;

  const Program* source_ = nullptr;
  const std::vector<Code>* code_ = nullptr;
  check::Options options_;
  std::optional<check::Options> loaded_;  // for which the program was made
  core::ProgramInfo info_;
  std::vector<core::Address> places_;  // of the parts of a final state; 0: nobody touches it
  std::unique_ptr<core::Program> program_;
};

}  // namespace heddle::fuzz
