// Sequential consistency (Lamport 1979), as in Alglave, Maranget & Tautschnig,
// Herding Cats, TOPLAS 2014:
//
//   acyclic(po ∪ rf ∪ co ∪ fr)
//
// From the changed event one gets to the write after it in co and, by way of
// that one, to all that it reaches. So there is a cycle if that write is among
// those from which the changed event can be reached. These are a prefix of each
// thread, which grows from the causal past until no co and fr lead into it.
#include <algorithm>

#include "models/model.h"

namespace heddle::models {
namespace {

using core::EventId;
using core::Graph;
using core::GraphEvent;

// Events from which one gets to some event.
class Ancestors {
 public:
  Ancestors(const Graph& graph, EventId of) : graph_(graph), before_(prefixes()) {
    const Graph::Clock past = graph.clock(of, Graph::Row::Causal);
    before_.assign(past, past + graph.width());
  }

  // Whether the event is one of them: they are looked for only as far as needed.
  bool has(EventId target) {
    const GraphEvent& event = graph_[target];
    bool grows = true;
    while (grows && !contains(event)) {
      grows = false;
      for (const Graph::Location& location : graph_.locations())
        if (addBeforeLast(location)) grows = true;
    }
    return contains(event);
  }

 private:
  static std::vector<std::uint32_t>& prefixes() {
    static thread_local std::vector<std::uint32_t> memory;
    return memory;
  }
  bool contains(const GraphEvent& event) const { return before_[event.thread] >= event.index; }
  bool add(EventId e) {
    if (contains(graph_[e])) return false;
    const Graph::Clock past = graph_.clock(e, Graph::Row::Causal);
    for (unsigned t = 0; t < graph_.width(); ++t) before_[t] = std::max(before_[t], past[t]);
    return true;
  }
  // What comes before the last of them at the location, in co and fr.
  bool addBeforeLast(const Graph::Location& location) {
    auto last = static_cast<std::uint32_t>(location.co.size());
    while (last > 0 && !contains(graph_[location.co[last - 1]])) --last;
    if (last == 0) return false;
    bool grows = false;
    for (std::uint32_t p = 0; p + 1 < last; ++p)
      if (add(location.co[p])) grows = true;
    for (const EventId read : location.reads)
      if (graph_.positionOf(graph_[read].rf) < last && add(read)) grows = true;
    return grows;
  }

  const Graph& graph_;
  std::vector<std::uint32_t>& before_;  // by thread: how many of its events
};

}  // namespace

bool isConsistentSc(const Graph& graph, EventId changed) {
  const GraphEvent& event = graph[changed];
  const std::uint32_t position = event.label == core::Label::Write ? event.position : graph.positionOf(event.rf);
  const std::vector<EventId>& co = graph.location(event.location).co;
  return position == co.size() || !Ancestors(graph, changed).has(co[position]);
}

}  // namespace heddle::models
