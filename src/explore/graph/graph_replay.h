// Runs an execution of a graph search again. Good for one run.
//
// The schedule says for each read, in `choice`, the index of the step that the write
// belongs to that it reads from (0: the initial value); for each write the one
// after whose write it comes to stand in coherence order; and for each Choose
// its value. That is enough to build the graph again. A step that `stops` is the
// last one of a thread that was stopped at the end of an iteration (zero_net_iterations.h).
#pragma once

#include <vector>

#include "core/graph.h"
#include "explore/graph/play.h"
#include "explore/replay.h"

namespace heddle::explore::graph {

class GraphReplay : public Replayer, public core::EventOrder {
 public:
  using Replayer::Replayer;

  core::Step next(const core::Execution& execution) override;
  core::EventOrder* order() override { return this; }
  std::span<const std::uint32_t> clockOf(const core::Execution& execution, ThreadId t) override;
  bool isUnobserved(const core::Execution& execution, const core::Iteration& iteration) override;

  // Of what was performed.
  const core::Graph& graph() const { return graph_; }

 protected:
  // When all steps are done: whether there is one more, which is then the last of the schedule.
  virtual bool extend(const core::Execution&) { return false; }

  std::vector<core::EventId> writes_;  // by step: its write, or kNoEvent
  core::Graph graph_;

 private:
  bool add(const core::Step& step, const core::Op& op);
  std::uint32_t locationOf(const core::Op& op, core::EventId from);
  Play play_;
  std::uint32_t added_ = 0;
};

// The schedule of an execution that performed the graph's events in the order
// of `steps`.
std::vector<core::Step> scheduleOf(const core::Graph& graph, const std::vector<core::Step>& steps);

}  // namespace heddle::explore::graph
