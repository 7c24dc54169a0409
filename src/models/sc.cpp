// Sequential consistency (Lamport 1979), as in Alglave, Maranget & Tautschnig,
// Herding Cats, TOPLAS 2014:
//
//   acyclic(po ∪ rf ∪ co ∪ fr)
#include "models/acyclic.h"
#include "models/model.h"

namespace heddle::models {

bool isConsistentSc(const core::Graph& graph) {
  return isAcyclic(graph, [&](core::EventId e, auto visit) {
    const core::GraphEvent& event = graph[e];
    if (event.before != core::kNoEvent) visit(event.before);
    if (event.label == core::Label::Read && event.rf < graph.size()) visit(event.rf);
    if (event.label == core::Label::Join)
      if (const core::EventId last = joinedBy(graph, e); last != core::kNoEvent) visit(last);
    visitOverwritten(graph, e, visit);
  });
}

}  // namespace heddle::models
