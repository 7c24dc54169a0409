// The executions of a search as a tree: under each one are those that begin as
// it does and then take an alternative which it was the first to show. Each execution is
// in the tree once. What is under a branch does not depend on its siblings, so that
// any of them can be looked at by itself.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "explore/search.h"

namespace heddle::explore {

struct Branch {
  std::shared_ptr<const void> from;  // the execution that has it, or what is kept of that
  std::size_t which = 0;             // of its alternatives
  std::uint32_t room = 0;            // how much that execution has after the place where this one turns off, in a
                                     // measure of the tree: the more, the more there may be below the branch
  std::uint32_t kind = 0;            // of those with as much room, which are alike; a small number
};

// A search that runs the execution of one branch after the other, instead of all.
class Branching {
 public:
  virtual ~Branching() = default;

  virtual Search& search() = 0;
  // The next execution is that of the branch; without one, the first of all.
  virtual void begin(const Branch* branch) = 0;
  // After an execution, and `advance`, which has answered `more`: the branches of that execution.
  virtual std::vector<Branch> takeBranches(bool more) = 0;
};

}  // namespace heddle::explore
