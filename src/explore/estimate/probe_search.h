// A search that looks at a few executions of another one's tree, to tell how many there are.
#pragma once

#include <memory>
#include <optional>

#include "explore/estimate/estimate.h"
#include "explore/estimate/stratified_sample.h"
#include "explore/search.h"

namespace heddle::explore {

class ProbeSearch final : public Search {
 public:
  ProbeSearch(std::unique_ptr<Branching> tree, std::uint64_t seed);

  core::Step next(const core::Execution& execution) override;
  core::EventOrder* order() override { return inner().order(); }
  // It goes on for as long as it is asked to.
  bool advance(const core::Execution& execution) override;
  std::vector<core::Step> schedule() const override { return tree_->search().schedule(); }
  graph::GraphSearch* onGraphs() override { return inner().onGraphs(); }

  // Nothing at first: until most of the first probe is done.
  std::optional<Estimate> estimate() const;

 private:
  Search& inner() { return tree_->search(); }
  void restart();

  std::unique_ptr<Branching> tree_;
  StratifiedSample sample_;
  Probes probes_;
};

}  // namespace heddle::explore
