#include "explore/estimate/branches_of.h"

#include "explore/estimate/graph_branches.h"
#include "explore/estimate/naive_branches.h"
#include "explore/estimate/trace_branches.h"

namespace heddle::explore {

std::unique_ptr<Branching> branchesOf(const SearchRow& row, const SearchOptions& options) {
  if (row.counts == Counts::Sample) return nullptr;
  if (row.counts == Counts::Interleavings) return std::make_unique<NaiveBranches>(options.preemptionBound);
  auto search = row.make(options);
  if (search->onGraphs() != nullptr) return std::make_unique<GraphBranches>(std::move(search));
  return std::make_unique<TraceBranches>(dependenceFor(options));
}

}  // namespace heddle::explore
