// Makes a program do what a graph says, event by event.
//
// The graph knows what each read finds. Memory is only where an operation is
// told: the value is written there just before the operation looks.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/graph.h"
#include "core/program.h"

namespace heddle::explore::graph {

// Whether the search decides on such events; the others the program does by itself.
constexpr bool isDecided(core::Label label) {
  return label == core::Label::Read || label == core::Label::Write || label == core::Label::Choose;
}

class Play {
 public:
  // From the start of an execution.
  void restart();

  // What the program has done without asking: local operations that are not in
  // the graph yet are added, and counted in `added`. False: it did something
  // else than the graph says.
  bool takeIn(const core::Execution& execution, core::Graph& graph, std::uint32_t& added);

  // Whether the thread's next event is in the graph, and can be performed now.
  bool canPerform(const core::Execution& execution, const core::Graph& graph, ThreadId t) const;
  bool isThere(const core::Graph& graph, ThreadId t) const {
    return t < graph.threads() && done(t) < graph.thread(t).size();
  }
  const core::GraphEvent& nextOf(const core::Graph& graph, ThreadId t) const { return graph[graph.thread(t)[done(t)]]; }
  // Lets the thread perform its next event.
  core::Step perform(const core::Graph& graph, ThreadId t);

  std::uint32_t performed() const { return performed_; }
  std::uint32_t done(ThreadId t) const { return t < done_.size() ? done_[t] : 0; }
  ThreadId last() const { return last_; }

  // What happens before the thread's next event.
  std::span<const std::uint32_t> clockOf(const core::Graph& graph, ThreadId t) const;

 private:
  std::vector<std::uint32_t> done_;  // by thread: how many of its events
  std::uint32_t performed_ = 0;      // in all
  std::size_t taken_ = 0;            // events of the trace that were taken in
  ThreadId last_ = 0;
};

// Whether an event on which the search decides can be performed when so many
// events of each thread have been.
bool canBePerformed(const core::Graph& graph, const core::GraphEvent& event, std::span<const std::uint32_t> done);

// Writes the last value of each location to memory, where those who wait and
// those who tell the counterexample find it.
void settle(const core::Graph& graph);

}  // namespace heddle::explore::graph
