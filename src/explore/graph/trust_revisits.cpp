// Revisits (Awamoche, Algorithm 1, l.20 to l.25): what was added after a read, and is not in the write's past, is
// deleted, and the read reads from the write.
#include <algorithm>
#include <utility>

#include "explore/graph/trust.h"

namespace heddle::explore::graph {

using core::EventId;
using core::Graph;
using core::GraphEvent;
using core::kNoEvent;

// What is left of a graph when its last event revisits `read`.
void TrustSearch::keepForRevisit(const Graph& whole, EventId read, bool keepsRead, Graph& part) {
  const EventId write = whole.size() - 1;
  kept_.assign(whole.size(), 0);
  for (EventId e = 0; e < whole.size(); ++e)
    kept_[e] = static_cast<char>(e <= read || whole.isBefore(e, write, Graph::Row::Causal));
  kept_[read] = static_cast<char>(keepsRead);
  part.restrict(whole, kept_);
  if (!inPlace_.anyWaited()) return;
  // Whoever was revisited in place by what is gone, or by the write, waits again.
  for (const Graph::Location& location : part.locations())
    for (const EventId x : location.reads) {
      if ((keepsRead && x == read) || (part[x].rf != kNoEvent && part[x].rf != part.size() - 1)) continue;
      auto last = static_cast<std::uint32_t>(location.co.size());
      if (last != 0 && location.co.back() == part.size() - 1) --last;
      part.readFrom(x, part.at(part[x].location, last));
      part.block(x, true);
    }
}

void TrustSearch::swapSaved() {
  Saved& saved = saved_[depth_];
  std::swap(graph_, saved.graph);
  std::swap(frames_, saved.frames);
  std::swap(options_, saved.options);
  std::swap(changes_, saved.changes);
  std::swap(displaced_, saved.displaced);
}

void TrustSearch::addRevisits(EventId write) {
  const std::size_t first = options_.size();
  MaximalExtension::Known known;
  const std::vector<EventId>& reads = graph_.location(graph_[write].location).reads;
  for (auto read = reads.rbegin(); read != reads.rend(); ++read) {
    if (graph_.isBefore(*read, write, Graph::Row::Causal) || graph_[*read].rf == write) continue;
    if (maximal_.isMaximal(*read, write, known))
      options_.push_back({Option::Kind::Revisit, *read, 0});
    else if (maximal_.isHopeless())
      break;
  }
  std::reverse(options_.begin() + static_cast<std::ptrdiff_t>(first), options_.end());
}

// The write comes to stand at the first position from `least` on that is
// consistent; the others remain an option.
bool TrustSearch::revisit(EventId read, std::uint32_t least) {
  if (isDisplaced(read, graph_.size() - 1)) return displace(read);
  descend(read);
  const EventId write = graph_.size() - 1;
  const GraphEvent event = graph_[write];
  auto last = static_cast<std::uint32_t>(graph_.location(event.location).co.size());
  if (event.isExclusive)
    last = event.position;
  else
    graph_.moveTo(write, last);  // it may have been tried elsewhere
  std::uint32_t position = event.isExclusive ? last : model_.lowest(graph_, write) + 1;
  position = std::max({position, least, model_.lowest(graph_, read) + 1});
  while (position <= last && !canRevisit(read, write, position)) ++position;
  if (position > last) return ascend();
  if (position < last) {
    Saved& saved = saved_[depth_ - 1];
    saved.options[--saved.frames.back().next].b = position + 1;
  }
  noteWrite(write);
  return completeUpdate(read);
}

// Whether it stands between an update and the write that this reads from.
bool TrustSearch::splitsUpdate(EventId write) const {
  const GraphEvent& event = graph_[write];
  return event.position < graph_.location(event.location).co.size() &&
         graph_[graph_.at(event.location, event.position + 1)].isExclusive;
}

bool TrustSearch::canRevisit(EventId read, EventId write, std::uint32_t position) {
  graph_.moveTo(write, position);
  if (splitsUpdate(write)) return false;
  graph_.readFrom(read, write);
  const Graph::Location& location = graph_.location(graph_[read].location);
  if (position < location.co.size() && waitsForTheLast(location) && !resultOf(graph_[read], graph_[read].value).enabled)
    return false;
  return model_.isConsistent(graph_, read);
}

// Nothing would ever change a read that waits for an old write.
bool TrustSearch::waitsForTheLast(const Graph::Location& location) const {
  return optimisations_.staleReads || inPlace_.has(location);
}

// Goes on with what is left of the graph when its last event revisits `read`.
void TrustSearch::descend(EventId read, bool keepsRead) {
  if (depth_ == saved_.size()) saved_.emplace_back();
  swapSaved();
  keepForRevisit(saved_[depth_].graph, read, keepsRead, graph_);
  displaced_.restrict(saved_[depth_].displaced, read, kept_);
  ++depth_;
  frames_.clear();
  options_.clear();
  changes_.clear();
}

// It leads nowhere.
bool TrustSearch::ascend() {
  --depth_;
  swapSaved();
  return false;
}

}  // namespace heddle::explore::graph
