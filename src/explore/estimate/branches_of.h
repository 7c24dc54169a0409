// The tree of the executions that a search explores.
#pragma once

#include "explore/estimate/branching.h"
#include "explore/registry.h"

namespace heddle::explore {

// Null for a sample, whose size is known. Searches that count traces have the same tree: executions that some of
// them run in vain are not in it.
std::unique_ptr<Branching> branchesOf(const SearchRow& row, const SearchOptions& options);

}  // namespace heddle::explore
