// Whether a relation on the events of a graph has no cycle.
#pragma once

#include <cstdint>
#include <vector>

#include "core/graph.h"

namespace heddle::models {

// The relation is given by predecessors: predecessors(e, visit) calls visit
// for each one of e.
template <typename Predecessors>
bool isAcyclic(const core::Graph& graph, Predecessors predecessors) {
  enum : std::uint8_t { kNew, kOpen, kDone };
  static thread_local std::vector<std::uint8_t> state;
  static thread_local std::vector<core::EventId> path;
  state.assign(graph.size(), kNew);
  for (core::EventId root = 0; root < graph.size(); ++root) {
    if (state[root] != kNew) continue;
    path.assign(1, root);
    while (!path.empty()) {
      const core::EventId e = path.back();
      if (state[e] == kNew) {
        state[e] = kOpen;
        bool cycle = false;
        predecessors(e, [&](core::EventId p) {
          if (state[p] == kOpen) cycle = true;
          if (state[p] == kNew) path.push_back(p);
        });
        if (cycle) return false;
      } else {
        state[e] = kDone;
        path.pop_back();
      }
    }
  }
  return true;
}

// The predecessors of `e` in co and fr: the write before it, and who read that.
template <typename Visit>
void visitOverwritten(const core::Graph& graph, core::EventId e, Visit visit) {
  const core::GraphEvent& event = graph[e];
  if (event.label != core::Label::Write) return;
  const core::EventId overwritten = graph.at(event.location, event.position - 1);
  if (overwritten != core::kInitial) visit(overwritten);
  for (const core::EventId read : graph.location(event.location).reads)
    if (graph[read].rf == overwritten && read != e) visit(read);
}

// The last event of the thread that `e`, a Join, waits for.
inline core::EventId joinedBy(const core::Graph& graph, core::EventId e) {
  const std::vector<core::EventId>& child = graph.thread(graph[e].op.other);
  return child.empty() ? core::kNoEvent : child.back();
}

}  // namespace heddle::models
