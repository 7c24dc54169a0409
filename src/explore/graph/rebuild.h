// From the outline of a graph (frontier.h) to the graph: the program is run
// along it and says what its threads do.
//
// All events are performed but the last one, if the search decided on it, and
// those that depend on it: what the program would do after it may be nonsense, if
// the graph is not consistent, and was never seen in any case. The operation is
// the one that its thread is about to perform. Good for one run.
#pragma once

#include <span>
#include <vector>

#include "core/graph.h"
#include "core/program.h"
#include "explore/graph/frontier.h"
#include "explore/graph/play.h"
#include "explore/graph/zero_net_iterations.h"

namespace heddle::explore::graph {

class Rebuild {
 public:
  explicit Rebuild(Pending pending);

  // Stop: it has come to the end of the outline, or cannot go on.
  core::Step next(const core::Execution& execution);
  std::span<const std::uint32_t> clockOf(const core::Execution& execution, ThreadId t);
  bool isStopped(const core::Execution& execution, const core::Iteration& iteration,
                 const ZeroNetIterations& iterations);
  // To be called at the end of the run, if `next` has not answered stop.
  void finish(const core::Execution& execution);

  bool isDone() const { return isDone_; }
  // Once it is done: whether the program does what the outline says.
  bool fits() const { return fits_; }
  const core::Graph& graph() const { return graph_; }
  const DisplacedUpdates& displaced() const { return displaced_; }
  const Pending& pending() const { return pending_; }
  // The events in the order in which they were performed.
  const core::Graph& run() const { return run_; }

 private:
  void takeIn(const core::Execution& execution);
  ThreadId nextThread(const core::Execution& execution) const;  // kMaxThreads: none
  // Of a thread that is about to perform an event on which the search decides.
  bool canPerform(const core::Execution& execution, ThreadId t) const;
  bool addToRun(ThreadId t, const core::Op& op);
  bool addReadToRun(ThreadId t, const core::Op& op, const OutlineEvent& event);
  core::EventId inRun(std::uint32_t e) const;

  const core::Op* opOf(const core::Execution& execution, std::uint32_t e) const;
  bool add(std::uint32_t e, const core::Op& op);
  bool addLoss(const core::Execution& execution, const DisplacedUpdate& lost);
  bool addRead(const OutlineEvent& event, const core::Op& op, std::uint32_t location);
  bool addWrite(std::uint32_t e, const core::Op& op, std::uint32_t location);
  bool canTake(const Option& option) const;

  Pending pending_;
  std::vector<std::vector<std::uint32_t>> threads_;  // the events of each
  std::vector<std::uint32_t> indexes_;               // of each event, in its thread
  std::vector<std::size_t> limits_;                  // how many events of each thread are performed
  core::Graph run_;
  Play play_;
  core::Graph graph_;  // in the order of addition
  DisplacedUpdates displaced_;
  bool isDone_ = false;
  bool fits_ = true;
};

}  // namespace heddle::explore::graph
