#include "core/slice.h"

#include <algorithm>
#include <set>

namespace heddle::core {

Slice::Slice(const DependenceGraph& graph)
    : graph_(&graph), extents_(graph.starts.empty() ? 0 : graph.starts.size() - 1), from_(extents_.size()) {}

bool Slice::raise(Node node, Extent extent, From from) {
  if (extents_[node] >= extent) return false;
  if (extents_[node] == Extent::Not) from_[node] = from;
  extents_[node] = extent;
  work_.push_back(node);
  return true;
}

bool Slice::add(Node statement, Extent extent, Because because) {
  if (isEverything_ || isSuspended_ || isFrozen_ || !raise(statement, extent, {0, because})) return false;
  ++version_;
  while (!work_.empty()) {
    const Node node = work_.back();
    work_.pop_back();
    const Extent own = extents_[node];
    for (std::uint32_t e = graph_->starts[node]; e < graph_->starts[node + 1]; ++e) {
      const DependenceGraph::Edge& edge = graph_->edges[e];
      if (own >= edge.from) raise(edge.to, std::clamp(own, edge.least, edge.most), {node, edge.because});
    }
  }
  return true;
}

bool Slice::addLoopOf(Node statement) {
  const DependenceGraph::Loop& loop = graph_->loops[graph_->innermostLoop[statement]];
  return loop.node != 0 && add(loop.node, Extent::Whole, Because::Loops);
}

bool Slice::addAllLoops() {
  bool isNews = false;
  for (const DependenceGraph::Loop& loop : graph_->loops)
    if (loop.node != 0) isNews = add(loop.node, Extent::Whole, Because::Loops) || isNews;
  return isNews;
}

bool Slice::addEverything() {
  if (isEverything_ || isSuspended_ || isFrozen_) return false;
  ++version_;
  return isEverything_ = true;
}

void Slice::become(const Slice& other) {
  const unsigned version = version_;
  *this = other;
  version_ = version + 1;
}

void Slice::suspend(bool on) {
  isSuspended_ = on;
  ++version_;
}

bool Slice::decidesOn(Node statement) const {
  if (of(statement) != Extent::Not) return true;
  std::set<Node> seen{statement};
  std::vector<Node> work{statement};
  while (!work.empty()) {
    const Node node = work.back();
    work.pop_back();
    for (std::uint32_t e = graph_->starts[node]; e < graph_->starts[node + 1]; ++e) {
      const DependenceGraph::Edge& edge = graph_->edges[e];
      if (edge.because != Because::Controls && edge.because != Because::Calls) continue;
      const bool isBranch = edge.because == Because::Controls && edge.to < graph_->statements();
      if (isBranch && of(edge.to) != Extent::Not) return true;
      if (!isBranch && seen.insert(edge.to).second) work.push_back(edge.to);
    }
  }
  return false;
}

Slice::Reason Slice::reasonOf(Node statement) const {
  const From first = from_[statement];
  Node node = first.node;
  while (node >= graph_->statements()) node = from_[node].node;
  return {node, first.because};
}

}  // namespace heddle::core
