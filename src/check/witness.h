// An execution that a solver has found, run natively.
//
// The steps that it has are accesses that others can notice, by statement. To the native
// program more is a step than that, or less: what it does in between is run as it comes.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "core/program.h"
#include "core/site.h"
#include "symbolic/bounded_check.h"

namespace heddle::check {

class Witness final : public core::Scheduler {
 public:
  Witness(const symbolic::BoundedResult& found, const core::SiteTable& sites);

  core::Step next(const core::Execution& execution) override;
  // What was answered, so that it can be run again.
  const std::vector<core::Step>& schedule() const { return schedule_; }

 private:
  std::uint32_t statementOf(const core::Op& op) const;
  core::Step answer(core::Step step);
  bool comesLater(ThreadId thread, std::uint32_t statement) const;
  core::Step goOn(const core::Execution& execution);

  const core::SiteTable& sites_;
  const ThreadId failing_;
  std::deque<symbolic::TakenStep> steps_;          // left
  std::vector<std::deque<std::uint64_t>> inputs_;  // left, of each thread
  std::vector<core::Step> schedule_;
};

}  // namespace heddle::check
