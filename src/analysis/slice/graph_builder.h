// Puts a dependence graph together, edge by edge.
#pragma once

#include <utility>
#include <vector>

#include "core/dependence_graph.h"

namespace heddle::analysis {

class GraphBuilder {
 public:
  using Node = core::DependenceGraph::Node;
  using Edge = core::DependenceGraph::Edge;

  explicit GraphBuilder(Node nodes) : nodes_(nodes) {}

  Node newNode() { return nodes_++; }
  void add(Node from, const Edge& edge) { edges_.emplace_back(from, edge); }
  // Fills in the edges.
  void finish(core::DependenceGraph& graph) const;

 private:
  Node nodes_;
  std::vector<std::pair<Node, Edge>> edges_;
};

}  // namespace heddle::analysis
