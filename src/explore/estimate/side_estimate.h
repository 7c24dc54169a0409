// Probes of the tree of a search, beside it: how many executions it will be.
#pragma once

#include <memory>
#include <optional>

#include "explore/estimate/probe_search.h"
#include "explore/explorer.h"
#include "explore/side_share.h"

namespace heddle::explore {

class SideEstimate {
 public:
  // `limits`: those of the search.
  SideEstimate(std::unique_ptr<Branching> tree, const SideShare::Bounds& bounds, const Limits& limits);

  bool isDue(const Spent& spent);
  // What was found on the way is there, as in explore/side_sample.h.
  core::Outcome look(core::Program& program, const Spent& spent);
  std::optional<Estimate> estimate() const { return probes_.estimate(); }

 private:
  SideShare share_;
  Limits limits_;  // of one look
  ProbeSearch probes_;
  bool isOver_ = false;
};

// As Limits::estimating.
Estimating estimateBeside(std::unique_ptr<Branching> tree, const SideShare::Bounds& bounds, const Limits& limits);

}  // namespace heddle::explore
