#include "analysis/slice/graph_builder.h"

namespace heddle::analysis {

void GraphBuilder::finish(core::DependenceGraph& graph) const {
  graph.starts.assign(nodes_ + 1, 0);
  for (const auto& [from, edge] : edges_) ++graph.starts[from + 1];
  for (Node node = 0; node < nodes_; ++node) graph.starts[node + 1] += graph.starts[node];
  graph.edges.resize(edges_.size());
  std::vector<std::uint32_t> next(graph.starts.begin(), graph.starts.end() - 1);
  for (const auto& [from, edge] : edges_) graph.edges[next[from]++] = edge;
}

}  // namespace heddle::analysis
