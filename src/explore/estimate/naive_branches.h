// The tree of all interleavings: a branch is another decision at a step that was taken freely.
#pragma once

#include "explore/estimate/branching.h"
#include "explore/naive.h"

namespace heddle::explore {

class NaiveBranches final : public NaiveSearch, public Branching {
 public:
  using NaiveSearch::NaiveSearch;

  Search& search() override { return *this; }
  void begin(const Branch* branch) override;
  std::vector<Branch> takeBranches(bool more) override;

 private:
  bool goBack() override { return false; }
};

}  // namespace heddle::explore
