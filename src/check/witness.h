// An execution that a solver has found, run natively.
//
// The steps that it has are accesses that others can notice. To the native program more is a
// step than that, or less: what it does in between is run as it comes.
#pragma once

#include <vector>

#include "check/found_execution.h"
#include "core/program.h"

namespace heddle::check {

class Witness final : public core::Scheduler {
 public:
  Witness(const symbolic::BoundedResult& found, const core::SiteTable& sites) : found_(found, sites) {}

  core::Step next(const core::Execution& execution) override;
  // What was answered, so that it can be run again.
  const std::vector<core::Step>& schedule() const { return schedule_; }

 private:
  core::Step answer(const core::Execution& execution, ThreadId thread);
  core::Step goOn(const core::Execution& execution);

  FoundExecution found_;
  std::size_t next_ = 0;  // of its steps
  std::vector<core::Step> schedule_;
};

}  // namespace heddle::check
