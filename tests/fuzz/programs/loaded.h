// A program that was transformed in one way, in this process.
#pragma once

#include <chrono>
#include <memory>
#include <optional>

#include "answers.h"
#include "core/outcome.h"
#include "core/program.h"
#include "core/program_info.h"
#include "explore/registry.h"
#include "transform/loop_options.h"

namespace heddle::fuzz::programs {

inline constexpr unsigned kFewIterations = 3;  // as src/cli/check.cpp bounds a loop

struct Setting {
  transform::LoopOptions loops;
  bool zeroNetEffect = true;
  explore::SearchOptions tuning;
};

struct Found {
  Answer answer;
  bool isObserved = false;                      // additions that are rolled back: to be explored without waiting
  std::optional<transform::LoopBound> repeats;  // a loop that needs a bound
};

class Loaded {
 public:
  static Result<Loaded> make(const SourceCode& code, const Setting& setting, bool interleaves);

  Found explore(std::string_view model, std::string_view search, explore::SearchOptions tuning);

 private:
  using Time = std::chrono::steady_clock::time_point;

  std::string finalState() const;
  void note(const core::Outcome& outcome, Found& found) const;

  core::ProgramInfo info_;
  std::shared_ptr<Time> deadline_ = std::make_shared<Time>();
  std::unique_ptr<core::Program> program_;
};

}  // namespace heddle::fuzz::programs
