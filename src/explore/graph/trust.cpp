// TruSt: depth first over execution graphs.
//
// Follows   Kokologiannakis, Marmanis, Gladstein & Vafeiadis, Truly Stateless,
//           Optimal Dynamic Partial Order Reduction, POPL 2022, as told in
//           Awamoche (CAV 2023), Algorithm 1 without lines 11-13, 16-17, 22.
//   next_P  local operations as soon as they can be performed; else the lowest
//           thread. An update's write comes directly behind its read.
//   l.14    a read is added reading from the last write of co; the other writes
//           are its options.
//   l.20    a write is added as the last of co; its options are the other
//           places, and then to revisit a read that is not in its past: all
//           that was added behind the read and is not in the write's past is
//           deleted, and the read reads from the write, wherever in co that
//           stands. Only if the read and all that is deleted were added
//           maximally (isMaximallyAdded): they then are what the search would
//           add again by itself, so that no other graph has the same revisit.
// Deviates  A Choose is maximal with its first value. An update that would
//           write behind a write that another update has used already cannot
//           go on, but may revisit that other update (completeUpdate).
//           The paper is recursive. Here the events that were added freely are
//           frames, whose options are looked for only when the search comes
//           back to them, and a revisit puts the graph aside.
#include "explore/graph/trust.h"

#include <algorithm>

namespace heddle::explore::graph {

using core::EventId;
using core::Execution;
using core::Graph;
using core::GraphEvent;
using core::kInitial;
using core::Label;
using core::Op;
using core::OpKind;
using core::Step;

// --- running ---

Step TrustSearch::next(const Execution& execution) {
  if (!takeIn(execution)) return Step::stop();
  if (play_.performed() + graph_.blocked() < graph_.size()) return replay(execution);
  return extend(execution);
}

bool TrustSearch::takeIn(const Execution& execution) {
  std::uint32_t added = 0;
  const bool fits = play_.takeIn(execution, graph_, added);
  frames_.resize(frames_.size() + added);
  if (!fits) noteMismatch(execution, play_.last());
  return fits;
}

std::span<const std::uint32_t> TrustSearch::clockOf(const Execution& execution, ThreadId thread) {
  takeIn(execution);
  return play_.clockOf(graph_, thread);
}

Step TrustSearch::replay(const Execution& execution) {
  ThreadId t = play_.last();
  if (!play_.canPerform(execution, graph_, t)) {
    t = 0;
    while (t < graph_.threads() && !play_.canPerform(execution, graph_, t)) ++t;
  }
  if (t == graph_.threads() || !core::sameRequest(play_.nextOf(graph_, t).op, execution.threads[t].pending)) {
    noteMismatch(execution, t < graph_.threads() ? t : play_.last());
    return Step::stop();
  }
  return perform(t);
}

Step TrustSearch::perform(ThreadId t) {
  schedule_.push_back(play_.perform(graph_, t));
  return schedule_.back();
}

Step TrustSearch::extend(const Execution& execution) {
  for (ThreadId t = 0; t < execution.threads.size(); ++t) {
    if (execution.threads[t].status != core::ThreadStatus::Ready) continue;
    const Op& op = execution.threads[t].pending;
    if (op.kind == OpKind::Join) continue;
    if (play_.isThere(graph_, t)) continue;  // it is blocked
    if (!canExplore(op)) return Step::stop();
    if (addNext(t, op)) return perform(t);
  }
  return finish();
}

bool TrustSearch::canExplore(const Op& op) {
  if (op.kind == OpKind::Atomic)
    refuse({.message = "atomic sections and channels cannot be explored on execution graphs; use --search optimal "
                       "--model sc",
            .site = op.site});
  else if (core::touchesMemory(op.kind) && op.size > 8)
    refuse({.message = "atomic accesses of 16 bytes cannot be explored on execution graphs yet; use --search optimal "
                       "--model sc",
            .site = op.site});
  else if (core::touchesMemory(op.kind) && graph_.overlaps(op.addr, op.size))
    refuse({.message = "atomic accesses of different sizes overlap here, which cannot be explored on execution graphs; "
                       "use --search optimal --model sc",
            .site = op.site});
  return !refusal();
}

// False: the thread cannot go on with what it finds.
bool TrustSearch::addNext(ThreadId t, const Op& op) {
  if (op.kind == OpKind::Choose) {
    graph_.addOther(t, op, Label::Choose);
    frames_.push_back({});
    return true;
  }
  const std::uint32_t location = graph_.locate(op.addr, op.size, core::loadWord(op.addr, op.size));
  if (op.kind == OpKind::Write) {
    const auto position = static_cast<std::uint32_t>(graph_.location(location).co.size() + 1);
    graph_.addWrite(t, op, location, position, op.a, false);
    frames_.push_back({});
    return true;
  }
  const EventId read = graph_.addRead(t, op, location, graph_.last(location));
  frames_.push_back({});
  completeUpdate(read);
  return !graph_[read].isBlocked;
}

Step TrustSearch::finish() {
  settle(graph_);
  for (ThreadId t = 0; t < graph_.threads(); ++t) {
    if (graph_.thread(t).empty()) continue;
    const GraphEvent& event = graph_[graph_.thread(t).back()];
    if (event.label == Label::Read && event.isBlocked && event.rf != graph_.last(event.location))
      return Step::blocked();
  }
  return Step::stop();
}

// --- going back ---

bool TrustSearch::advance(const Execution& execution) {
  if (mismatch() || givesUpAfter(execution)) return false;
  takeIn(execution);
  const bool more = !mismatch() && goBack();
  play_.restart();
  schedule_.clear();
  return more;
}

bool TrustSearch::goBack() {
  while (true) {
    if (frames_.empty()) {
      if (saved_.empty()) return false;
      graph_ = std::move(saved_.back().graph);
      frames_ = std::move(saved_.back().frames);
      options_ = std::move(saved_.back().options);
      saved_.pop_back();
      continue;
    }
    const EventId e = graph_.size() - 1;
    if (!frames_.back().expanded) expand(e);
    Frame& frame = frames_.back();
    if (frame.next < options_.size()) {
      const Option option = options_[frame.next++];
      if (take(option)) return true;
      continue;
    }
    options_.resize(frame.firstOption);
    frames_.pop_back();
    graph_.removeLast();
  }
}

void TrustSearch::expand(EventId e) {
  Frame& frame = frames_.back();
  frame.expanded = true;
  frame.firstOption = frame.next = options_.size();
  const GraphEvent& event = graph_[e];
  if (event.label == Label::Choose)
    for (std::uint32_t value = 1; value < static_cast<std::uint64_t>(event.op.a); ++value)
      options_.push_back({Option::Kind::Choose, value, 0});
  if (event.label == Label::Write) expandWrite(e);
  if (event.label != Label::Read) return;
  const std::uint32_t lowest = graph_.lowest(e, model_.causality);
  for (auto p = static_cast<std::uint32_t>(graph_.location(event.location).co.size()); p-- > lowest;)
    options_.push_back({Option::Kind::ReadFrom, graph_.at(event.location, p), 0});
}

void TrustSearch::expandWrite(EventId e) {
  const GraphEvent& event = graph_[e];
  if (!event.isExclusive) {
    const std::uint32_t lowest = graph_.lowest(e, model_.causality);
    for (std::uint32_t p = event.position - 1; p > lowest; --p)
      if (!graph_[graph_.at(event.location, p)].isExclusive) options_.push_back({Option::Kind::Place, p, 0});
  }
  addRevisits(e);
}

// False: there is nothing to run; the search goes back on.
bool TrustSearch::take(const Option& option) {
  const EventId e = graph_.size() - 1;
  switch (option.kind) {
    case Option::Kind::Choose: graph_.choose(e, option.a); return true;
    case Option::Kind::Place: graph_.moveTo(e, option.a); return model_.isConsistent(graph_);
    case Option::Kind::ReadFrom: graph_.readFrom(e, option.a); return model_.isConsistent(graph_) && completeUpdate(e);
    case Option::Kind::Revisit: return revisit(option.a, option.b);
  }
  return false;
}

// The value that a read has got decides whether its thread can go on, and for
// an update whether and what it writes. False: the write cannot stand where it
// must.
bool TrustSearch::completeUpdate(EventId read) {
  const GraphEvent event = graph_[read];
  const bool isConditional = event.op.kind == OpKind::Update || event.op.kind == OpKind::Await;
  const core::UpdateResult result =
      isConditional ? core::apply(event.op, event.value) : core::UpdateResult{true, false, 0};
  graph_.block(read, !result.enabled);
  if (event.op.kind != OpKind::Update || !result.enabled || !result.writes) return true;
  const bool isTaken = graph_.isReadExclusively(event.location, event.rf);
  const std::uint32_t position = graph_.positionOf(event.rf) + 1;
  const bool isLast = position > graph_.location(event.location).co.size();
  graph_.addWrite(event.thread, event.op, event.location, position, result.value & core::maskOf(event.op.size), true);
  frames_.push_back({});
  return !isTaken && (isLast || model_.isConsistent(graph_));
}

// --- revisits ---

bool TrustSearch::isMaximallyAdded(EventId e, EventId write) const {
  const auto isPrevious = [&](EventId x) { return x <= e || graph_.isBefore(x, write, Graph::Row::Causal); };
  const GraphEvent& event = graph_[e];
  if (event.label == Label::Choose) return event.value == 0;
  if (event.label != Label::Read && event.label != Label::Write) return true;
  const Graph::Location& location = graph_.location(event.location);
  if (event.label == Label::Write)
    for (const EventId read : location.reads)
      if (graph_[read].rf == e && isPrevious(read)) return false;
  const EventId source = event.label == Label::Write ? e : event.rf;
  if (source != kInitial && !isPrevious(source)) return false;
  for (std::uint32_t p = graph_.positionOf(source); p < location.co.size(); ++p)
    if (location.co[p] != write && isPrevious(location.co[p])) return false;
  return true;
}

bool TrustSearch::isRevisitable(EventId read, EventId write) const {
  if (graph_.isBefore(read, write, Graph::Row::Causal) || !isMaximallyAdded(read, write)) return false;
  for (EventId e = read + 1; e < write; ++e)
    if (!graph_.isBefore(e, write, Graph::Row::Causal) && !isMaximallyAdded(e, write)) return false;
  return true;
}

// What is left when the last event revisits `read`.
Graph TrustSearch::revisited(EventId read) const {
  const EventId write = graph_.size() - 1;
  std::vector<bool> kept(graph_.size());
  for (EventId e = 0; e < graph_.size(); ++e) kept[e] = e <= read || graph_.isBefore(e, write, Graph::Row::Causal);
  return graph_.restrictedTo(kept);
}

void TrustSearch::addRevisits(EventId write) {
  for (const EventId read : graph_.location(graph_[write].location).reads) {
    if (!isRevisitable(read, write)) continue;
    Graph part = revisited(read);
    const EventId last = part.size() - 1;
    const GraphEvent event = part[last];
    const std::uint32_t location = event.location;
    std::uint32_t from = part.lowest(last, model_.causality) + 1;
    auto to = static_cast<std::uint32_t>(part.location(location).co.size());
    if (event.isExclusive) from = to = part.positionOf(part[event.before].rf) + 1;
    from = std::max(from, part.lowest(read, model_.causality) + 1);
    for (std::uint32_t p = from; p <= to; ++p) {
      part.moveTo(last, p);
      const bool splits = p < part.location(location).co.size() && part[part.at(location, p + 1)].isExclusive;
      if (splits) continue;
      part.readFrom(read, last);
      if (model_.isConsistent(part)) options_.push_back({Option::Kind::Revisit, read, p});
    }
  }
}

bool TrustSearch::revisit(EventId read, std::uint32_t position) {
  Graph part = revisited(read);
  saved_.push_back({std::move(graph_), std::move(frames_), std::move(options_)});
  graph_ = std::move(part);
  frames_.clear();
  options_.clear();
  const EventId write = graph_.size() - 1;
  graph_.moveTo(write, position);
  graph_.readFrom(read, write);
  return completeUpdate(read);
}

}  // namespace heddle::explore::graph
