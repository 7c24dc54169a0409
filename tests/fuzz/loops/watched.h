// A program with somebody who looks at it after each execution.
#pragma once

#include <functional>
#include <utility>

#include "core/program.h"

namespace heddle::fuzz {

class Watched : public core::Program {
 public:
  Watched(core::Program& program, std::function<void(const core::Execution&)> look)
      : program_(program), look_(std::move(look)) {}

  const core::Execution& run(core::Scheduler& scheduler) override {
    const core::Execution& execution = program_.run(scheduler);
    look_(execution);
    return execution;
  }
  void keepGoing(bool on) override { program_.keepGoing(on); }
  void record(bool on) override { program_.record(on); }
  core::Trace trace() const override { return program_.trace(); }
  core::ThreadTable& threads() override { return program_.threads(); }
  bool has(core::LoopRole role) const override { return program_.has(role); }

 private:
  core::Program& program_;
  std::function<void(const core::Execution&)> look_;
};

}  // namespace heddle::fuzz
