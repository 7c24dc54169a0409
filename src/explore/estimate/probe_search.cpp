#include "explore/estimate/probe_search.h"

#include "explore/graph/graph_search.h"

namespace heddle::explore {
namespace {

// Of a graph whose branches are kept: each of them is a copy.
constexpr std::size_t kMostEvents = 2000;
// Of the nodes of the tree, before the first probe has ended: if more of them are of a level where nobody has been,
// there may be far more below them.
constexpr double kMostUnknown = 0.3;

}  // namespace

ProbeSearch::ProbeSearch(std::unique_ptr<Branching> tree, std::uint64_t seed) : tree_(std::move(tree)), sample_(seed) {
  tree_->begin(nullptr);
}

core::Step ProbeSearch::next(const core::Execution& execution) {
  const core::Step step = inner().next(execution);
  if (step.isStop()) adoptFindings(inner());
  return step;
}

bool ProbeSearch::advance(const core::Execution& execution) {
  const bool isPreparation = onGraphs() != nullptr && onGraphs()->isPreparation(execution);
  if (onGraphs() != nullptr && onGraphs()->explored().size() > kMostEvents) {
    refuse({.message = "these graphs are too large to keep their branches"});
    return false;
  }
  const bool isExecution = !isPreparation && !inner().hasGivenUp();
  const bool more = inner().advance(execution);
  adoptFindings(inner());
  if (mismatch() || refusal() || learnt()) return false;
  if (takeBroken()) {
    restart();
    return true;
  }
  if (isPreparation && more) return true;  // otherwise it leads nowhere
  if (const auto probe = sample_.take(isExecution, tree_->takeBranches(more))) probes_.add(probe->size, probe->weight);
  tree_->begin(sample_.node());
  return true;
}

// The tree is another one by now. What the search has learnt stays.
void ProbeSearch::restart() {
  tree_->takeBranches(true);
  sample_.restart();
  probes_ = {};
  tree_->begin(nullptr);
}

std::optional<Estimate> ProbeSearch::estimate() const {
  const ConditionalDistribution::Size size = sample_.treeSize();
  if (probes_.count() == 0 && size.unknown >= kMostUnknown * size.nodes) return std::nullopt;
  return probes_.estimate(size.nodes);
}

}  // namespace heddle::explore
