// The tree of Mazurkiewicz traces: a branch is a race that is reversed (explore/dpor/parsimonious.cpp).
//
// A branch may turn out to be a dead end, where the search would have used wakeup trees (explore/dpor/optimal.h). It
// has no executions then.
#pragma once

#include "explore/dpor/parsimonious.h"
#include "explore/estimate/branching.h"

namespace heddle::explore {

class TraceBranches final : public dpor::ParsimoniousSearch, public Branching {
 public:
  explicit TraceBranches(std::shared_ptr<dpor::Dependence> dependence)
      : ParsimoniousSearch(std::move(dependence), DeadEnds::AreLeft) {}

  Search& search() override { return *this; }
  void begin(const Branch* branch) override;
  std::vector<Branch> takeBranches(bool more) override;

 private:
  bool goBack() override { return false; }
};

}  // namespace heddle::explore
