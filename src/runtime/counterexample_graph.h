// The events of a counterexample as a graph: who reads from whom, in which order writes
// stand, and which reads are stale.
#pragma once

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/relations.h"
#include "core/trace.h"
#include "runtime/engine.h"
#include "runtime/shown_values.h"

namespace heddle::runtime {

class CounterexampleGraph {
 public:
  CounterexampleGraph(const Engine& program, const core::ThreadTable& threads, const ShownValues& values);

  // Event `event` of the execution is printed as this line of the trace. Of
  // several, in the order of the execution.
  void add(std::size_t event, std::size_t lineNumber, core::TraceLine& line);

  const core::GraphView& view() const { return view_; }

  // The last one in coherence order; null if nobody writes there.
  const core::Event* lastWriter(core::Address addr) const;

 private:
  core::GraphNode nodeOf(std::size_t event);
  void noteStale(std::size_t event, core::TraceLine& line) const;
  std::string writeAt(std::size_t event) const;
  std::string foundAt(std::size_t event) const;
  std::string shortPlaceOf(const core::Event& event) const;

  const Engine& engine_;
  const core::ThreadTable& threads_;
  const ShownValues& values_;
  core::GraphView view_;
  std::vector<std::optional<std::size_t>> lineOf_;  // by event: its line, if it has one
  std::unordered_map<ThreadId, unsigned> indices_;  // how many events of a thread have a line
};

}  // namespace heddle::runtime
