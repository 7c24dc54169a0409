// What Awamoche adds to TruSt: reads that wait are revisited in place, and who
// speculates on a write that another one speculates on takes it over.
#include <algorithm>

#include "explore/graph/trust.h"

namespace heddle::explore::graph {

using core::EventId;
using core::Graph;
using core::GraphEvent;
using core::kInitial;
using core::kNoEvent;
using core::Op;
using core::OpKind;

// --- in-place revisits ---

void TrustSearch::noteWrite(EventId write) {
  if (inPlace_.anySpeculatedOn() && !speculativeReads_.isSoundWrite(write)) giveUpSpeculation(graph_[write].location);
  if (isOrdered(write)) revisitInPlace(write);
}

// Whether the write, as all those before it, can only stand where it does.
bool TrustSearch::isOrdered(EventId write) {
  const GraphEvent& event = graph_[write];
  const Graph::Location& location = graph_.location(event.location);
  if (!inPlace_.has(location)) return false;
  const EventId before = graph_.at(event.location, event.position - 1);
  if (event.position == location.co.size() &&
      (event.isExclusive || before == kInitial || graph_.isBefore(before, write, model_.causality)))
    return true;
  if (inPlace_.exclude(location)) void_ = {core::Assumption::OrderedWrites, event.op.site};
  return false;
}

// Those who wait at the location read from the last write. Updates do not wait in
// the graph, unless nothing else was left to add.
void TrustSearch::revisitInPlace(EventId write) {
  if (graph_.blocked() == 0) return;
  waiting_.clear();  // each is the last event of its thread
  for (ThreadId t = 0; t < graph_.threads(); ++t)
    if (const EventId last = graph_.lastOf(t);
        last != kNoEvent && graph_[last].isBlocked && graph_[last].op.kind != OpKind::Update &&
        graph_[last].location == graph_[write].location && graph_[last].rf != write)
      waiting_.push_back(last);
  std::ranges::sort(waiting_);
  for (const EventId read : waiting_) {
    changes_.push_back({read, graph_[read].rf});
    graph_.readFrom(read, write);
    if (!resultOf(graph_[read], graph_[read].value).enabled) continue;
    graph_.block(read, false);
    if (speculativeReads_.isSpeculative(read)) noteSpeculation(read);
  }
}

// --- updates that wait ---

// A thread that has lost what it had taken and can go on with the last write: the
// one that had been there first.
ThreadId TrustSearch::displacedThatGoesOn() const {
  for (const DisplacedUpdates::Entry& lost : displaced_.entries()) {
    if (lost.index != graph_.eventsOf(lost.thread) || displaced_.of(lost.thread, lost.index) != &lost) continue;
    const std::uint32_t location = graph_[lost.winner].location;
    if (core::apply(lost.op, graph_.valueOf(location, graph_.last(location))).enabled) return lost.thread;
  }
  return kMaxThreads;
}

// Whether the last write is the one to which the thread has lost what it is about to take.
bool TrustSearch::lastWon(ThreadId t, const Op& op) {
  const DisplacedUpdate* const lost = displaced_.of(t, graph_.eventsOf(t));
  return lost != nullptr && lost->winner == graph_.last(graph_.locate(op.addr, op.size, 0));
}

// Whether it is an update that cannot go on with the last write. It is left out
// until it can, or nothing else is left to add.
bool TrustSearch::isPostponed(const Op& op, core::Value initial) {
  if (!optimisations_.inPlace || op.kind != OpKind::Update || !op.rule->canBlock) return false;
  const std::uint32_t location = graph_.locate(op.addr, op.size, initial);
  return !core::apply(op, graph_.valueOf(location, graph_.last(location))).enabled;
}

// Whether the revisit makes the read one that waits, at a word where writes can
// stand in one order only.
bool TrustSearch::isDisplaced(EventId read, EventId write) const {
  const GraphEvent& event = graph_[read];
  return event.op.kind == OpKind::Update && inPlace_.has(graph_.location(event.location)) &&
         !resultOf(event, graph_[write].value).enabled;
}

// The last event takes what the read had taken, and the read is no event any more.
bool TrustSearch::displace(EventId read) {
  const GraphEvent displaced = graph_[read];
  descend(read, /*keepsRead=*/false);
  const EventId winner = graph_.size() - 1;
  if (!graph_[winner].isExclusive)
    graph_.moveTo(winner, static_cast<std::uint32_t>(graph_.location(displaced.location).co.size()));
  if (splitsUpdate(winner) || !model_.isConsistent(graph_, winner)) return ascend();
  displaced_.add({{displaced.thread, displaced.index - 1, read, winner}, displaced.op});
  inPlace_.noteWait(graph_.location(displaced.location));
  noteWrite(winner);
  return true;
}

// --- speculative reads ---

void TrustSearch::noteSpeculation(EventId read) {
  inPlace_.noteSpeculation(graph_.location(graph_[read].location));
  if (!speculativeReads_.isSound(read)) giveUpSpeculation(graph_[read].location);
}

void TrustSearch::giveUpSpeculation(std::uint32_t location) {
  if (inPlace_.excludeSpeculation(graph_.location(location))) void_ = {core::Assumption::DistinctValues};
}

// The last event speculates on a write that another read speculates on. That one loses
// it, with all that came of it, and waits for the confirmation (Algorithm 1,
// line 17).
bool TrustSearch::revisitSpeculatively(EventId write) {
  const EventId mine = graph_.size() - 1;
  const std::uint32_t location = graph_[mine].location;
  graph_.readFrom(mine, write);
  const EventId other = speculativeReads_.speculativeReadOf(location, write, mine);
  if (graph_.isBefore(other, mine, Graph::Row::Causal)) {
    // It can find this, though not confirm it: what it does on the way there must not get lost.
    if (model_.isConsistent(graph_, mine)) giveUpSpeculation(location);
    return void_.has_value();
  }
  if (!maximal_.isMaximal(other, mine)) return false;
  descend(other);
  graph_.block(other, true);
  noteSpeculation(graph_.size() - 1);
  return true;
}

}  // namespace heddle::explore::graph
