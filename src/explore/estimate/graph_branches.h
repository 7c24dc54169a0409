// The tree of a search on execution graphs: a branch is an option that the search has left when it is
// stopped after one execution (explore/graph/frontier.h).
#pragma once

#include "explore/estimate/branching.h"
#include "explore/graph/graph_search.h"

namespace heddle::explore {

class GraphBranches final : public Branching {
 public:
  // `search` is a graph::GraphSearch.
  explicit GraphBranches(std::unique_ptr<Search> search) : search_(std::move(search)), graphs_(*search_->onGraphs()) {}

  Search& search() override { return *search_; }
  void begin(const Branch* branch) override;
  std::vector<Branch> takeBranches(bool more) override;

 private:
  std::unique_ptr<Search> search_;
  graph::GraphSearch& graphs_;
  graph::Frontier known_;  // what the search has learnt; nothing is pending in it
};

}  // namespace heddle::explore
