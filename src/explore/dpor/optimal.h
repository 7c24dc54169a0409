// Optimal in polynomial memory, for as long as that works.
//
// Where a thread waits for a word whose writes stand in no order,
// ParsimoniousSearch could begin an execution that turns out to be redundant
// (parsimonious.cpp, "Dead ends"). As soon as such a wait is seen, usually in the
// first execution, the search restarts with wakeup trees, which have a witness
// for each beginning of an execution. Nothing counts twice: what was counted
// before is forgotten.
#pragma once

#include <memory>

#include "explore/dpor/optimal_wut.h"
#include "explore/dpor/parsimonious.h"

namespace heddle::explore::dpor {

class OptimalSearch final : public ParsimoniousSearch {
 public:
  using ParsimoniousSearch::ParsimoniousSearch;

  core::Step next(const core::Execution& execution) override {
    if (trees_ != nullptr) [[unlikely]]
      return nextOfTrees(execution);
    return ParsimoniousSearch::next(execution);
  }
  bool advance(const core::Execution& execution) override;
  std::vector<core::Step> schedule() const override {
    return trees_ != nullptr ? trees_->schedule() : ParsimoniousSearch::schedule();
  }

 private:
  core::Step nextOfTrees(const core::Execution& execution);

  std::unique_ptr<OptimalWutSearch> trees_;
};

}  // namespace heddle::explore::dpor
