// A program that was transformed in one way, in this process.
#pragma once

#include <chrono>
#include <memory>
#include <string>

#include "answers.h"
#include "check/pass.h"
#include "core/outcome.h"
#include "core/program.h"
#include "core/program_info.h"

namespace heddle::fuzz::programs {

struct Found {
  Answer answer;
  check::Pass pass = {};  // what decides on how to go on
};

class Loaded {
 public:
  static Result<Loaded> make(const Prepared& prepared, const check::Plan& plan);

  // The program must have been made for such a plan.
  Found explore(const check::Plan& plan);

 private:
  using Time = std::chrono::steady_clock::time_point;

  std::string finalState() const;
  void showAll(Found& found);
  void note(const core::Outcome& outcome, Found& found) const;

  std::shared_ptr<core::ProgramInfo> info_;  // the slice refers to it
  std::shared_ptr<runtime::Options> options_;
  std::shared_ptr<Time> deadline_ = std::make_shared<Time>();
  std::unique_ptr<core::Program> program_;
};

}  // namespace heddle::fuzz::programs
