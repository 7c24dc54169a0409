// TruSt: depth first over execution graphs.
//
// Follows   Kokologiannakis, Marmanis, Gladstein & Vafeiadis, Truly Stateless,
//           Optimal Dynamic Partial Order Reduction, POPL 2022, as presented in
//           Awamoche (CAV 2023), Algorithms 1 and 2; l.4, l.11, l.16 and l.22 of
//           the former with its optimisations only (trust_optimisations.cpp).
//   next_P  local operations as soon as they can be performed; else a thread
//           that has speculated on a write; else the lowest. An update's write comes
//           directly after its read. With the in-place optimisation, updates that
//           cannot go on with the last write come last, and those that were
//           displaced and can go on come first.
//   l.11    a confirmation reads from what its thread has speculated on, and has no
//           options.
//   l.14    a read is added reading from the last write of co; the other writes
//           are its options.
//   l.16    a read that would speculate on what another one speculates on revisits that.
//   l.20    a write is added as the last of co; its options are the other
//           places, and then to revisit a read that is not in its past: all
//           that was added after the read and is not in the write's past is
//           deleted, and the read reads from the write, wherever in co that
//           stands. Only if the read and all that is deleted were added
//           maximally (maximal.h): they then are what the search would add
//           again by itself, so that no other graph has the same revisit.
//   l.22    reads that wait for the write's location then read from it, at words
//           whose writes can stand in one order only (isOrdered).
// Deviates  The paper stops at words whose writes are unordered; here the search
//           restarts and revisits nothing in place there (waiting_reads.h). It
//           leaves out updates that wait: see displaced_updates.h.
//           A Choose is maximal with its first value. An update that would
//           write after a write that another update has used already cannot
//           go on, but may revisit that other update (completeUpdate).
//           Threads whose loops undo what they did are stopped (zero_net_iterations.h).
//           The paper is recursive. Here the events that were added freely are
//           frames, whose options are looked for only when the search comes
//           back to them, and a revisit sets the graph by.
#include "explore/graph/trust.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "core/lock_rules.h"

namespace heddle::explore::graph {

using core::EventId;
using core::Execution;
using core::Graph;
using core::GraphEvent;
using core::kNoEvent;
using core::Label;
using core::Op;
using core::OpKind;
using core::Step;

// --- running ---

Step TrustSearch::next(const Execution& execution) {
  if (rebuild_) return rebuild(execution);
  if (!takeIn(execution)) return Step::stop();
  if (void_) return Step::blocked();
  if (play_.performed() + graph_.blocked() < graph_.size()) return replay(execution);
  return extend(execution);
}

bool TrustSearch::takeIn(const Execution& execution) {
  std::uint32_t added = 0;
  const bool fits = play_.takeIn(execution, graph_, added);
  pushMany(added);
  if (!fits) giveUp(execution, play_.last());
  return fits;
}

// The thread does not do what the graph says.
Step TrustSearch::giveUp(const Execution& execution, ThreadId t) {
  noteDataRaces(execution);
  gaveUp_ = racy_;
  if (gaveUp_) return Step::stop();
  noteMismatch(execution, t);
  const auto noteIfPlain = [&](const Op& op) {
    if (core::touchesMemory(op.kind) && op.order == core::Order::Plain && op.size != 0) noteUnsettled(op);
  };
  if (play_.isThere(graph_, t)) noteIfPlain(play_.nextOf(graph_, t).op);
  if (t < execution.threads.size()) noteIfPlain(execution.threads[t].pending);
  return Step::stop();
}

std::span<const std::uint32_t> TrustSearch::clockOf(const Execution& execution, ThreadId thread) {
  if (rebuild_) return rebuild_->clockOf(execution, thread);
  takeIn(execution);
  return play_.clockOf(graph_, thread);
}

bool TrustSearch::isUnobserved(const Execution& execution, const core::Iteration& iteration) {
  if (rebuild_) return rebuild_->isStopped(execution, iteration, zeroNet_);
  takeIn(execution);
  const ThreadId thread = iteration.thread;
  const std::uint32_t end = play_.done(thread);
  if (!zeroNet_.stops(thread, end - eventsOf(iteration, execution), end)) return false;
  const auto last =
      std::find_if(schedule_.rbegin(), schedule_.rend(), [&](Step step) { return step.thread == thread; });
  last->stops = true;
  return true;
}

Step TrustSearch::replay(const Execution& execution) {
  ThreadId t = play_.last();
  if (!play_.canPerform(execution, graph_, t)) {
    t = 0;
    while (t < graph_.threads() && !play_.canPerform(execution, graph_, t)) ++t;
  }
  if (t == graph_.threads()) return giveUp(execution, play_.last());
  if (!core::sameRequest(play_.nextOf(graph_, t).op, execution.threads[t].pending)) return giveUp(execution, t);
  return perform(t);
}

Step TrustSearch::perform(ThreadId t) {
  schedule_.push_back(play_.perform(graph_, t));
  return schedule_.back();
}

Step TrustSearch::extend(const Execution& execution) {
  if (const EventId speculation = speculativeReads_.open(); speculation != kNoEvent)
    return extendSpeculation(execution, speculation);
  const auto initialOf = [](const Op& op) {
    return core::touchesMemory(op.kind) ? core::loadWord(op.addr, op.size) : 0;
  };
  // A data race may have stopped it here.
  const auto isReady = [&](ThreadId t) { return execution.threads[t].status == core::ThreadStatus::Ready; };
  if (const ThreadId displaced = displacedThatGoesOn(); displaced != kMaxThreads && isReady(displaced)) {
    const Op& op = execution.threads[displaced].pending;
    addNext(displaced, op, initialOf(op));
    return perform(displaced);
  }
  postponed_.clear();
  for (ThreadId t = 0; t < execution.threads.size(); ++t) {
    if (!isReady(t)) continue;
    const Op& op = execution.threads[t].pending;
    if (op.kind == OpKind::Join) continue;
    if (play_.isThere(graph_, t)) continue;  // it is blocked
    if (!canExplore(op)) return Step::stop();
    if (isPostponed(op, initialOf(op)))
      postponed_.push_back(t);
    else if (addNext(t, op, initialOf(op)))
      return perform(t);
  }
  // Nothing else is left to add. Whoever has no option comes last, so as not to be there when the others take theirs.
  for (const bool isLast : {false, true})
    for (const ThreadId t : postponed_)
      if (const Op& op = execution.threads[t].pending; lastWon(t, op) == isLast) addNext(t, op, initialOf(op));
  return finish();
}

// Whoever has speculated on a write goes on until that is confirmed.
Step TrustSearch::extendSpeculation(const Execution& execution, EventId speculation) {
  const ThreadId t = graph_[speculation].thread;
  const bool isReady = execution.threads[t].status == core::ThreadStatus::Ready;
  const Op* const op = isReady ? &execution.threads[t].pending : nullptr;
  if (isReady && !canExplore(*op)) return Step::stop();
  const bool touches = isReady && core::touchesMemory(op->kind);
  return addSpeculatedOn(speculation, op, touches ? core::loadWord(op->addr, op->size) : 0) ? perform(t)
                                                                                            : Step::blocked();
}

// False: the thread will not confirm it.
bool TrustSearch::addSpeculatedOn(EventId speculation, const Op* op, core::Value initial) {
  if (op != nullptr && speculativeReads_.allows(speculation, *op))
    return addNext(graph_[speculation].thread, *op, initial) && !void_;
  giveUpSpeculation(graph_[speculation].location);
  return false;
}

bool TrustSearch::canExplore(const Op& op) {
  if (op.kind == OpKind::Atomic) {
    refuse({.message = "what a library function touches cannot be interleaved on execution graphs", .site = op.site});
    return false;
  }
  const Graph::Location* const other = core::touchesMemory(op.kind) ? graph_.overlapping(op.addr, op.size) : nullptr;
  if (other == nullptr) return true;
  noteSizes(other->size > op.size ? core::Word{other->addr, other->size} : core::Word{op.addr, op.size}, op.site);
  return false;
}

// False: the thread cannot go on with what it finds.
bool TrustSearch::addNext(ThreadId t, const Op& op, core::Value initial) {
  if (op.kind == OpKind::Choose) {
    graph_.addOther(t, op, Label::Choose);
    push();
    return true;
  }
  const std::uint32_t location = graph_.locate(op.addr, op.size, initial);
  if (op.kind == OpKind::Write) {
    const auto position = static_cast<std::uint32_t>(graph_.location(location).co.size() + 1);
    const EventId write = graph_.addWrite(t, op, location, position, op.a, false);
    push();
    noteWrite(write);
    return true;
  }
  const EventId read = graph_.addRead(t, op, location, sourceOf(t, op, location));
  push();
  completeUpdate(read);
  return !graph_[read].isBlocked;
}

// What a read reads from when it is added: the last write. A confirmation reads
// from what its thread has speculated on, and nothing else has come after that.
EventId TrustSearch::sourceOf(ThreadId t, const Op& op, std::uint32_t location) {
  const EventId last = graph_.last(location);
  if (!isConfirm(op)) return last;
  const EventId speculation = t < graph_.threads() ? speculativeReads_.openOf(t) : kNoEvent;
  const bool isSpeculatedOn =
      speculation != kNoEvent && graph_[speculation].location == location && graph_[speculation].rf == last;
  if (!isSpeculatedOn || graph_[speculation].value != (op.a & core::maskOf(op.size))) giveUpSpeculation(location);
  return last;
}

Step TrustSearch::finish() {
  settle(graph_);
  for (ThreadId t = 0; t < graph_.threads(); ++t) {
    if (graph_.thread(t).empty()) continue;
    const GraphEvent& event = graph_[graph_.thread(t).back()];
    if (event.isBlocked && event.op.rule == &core::locks::kTakeWord) return Step::blocked();  // runtime/section_locks.h
    if (event.label == Label::Read && event.isBlocked &&
        (event.op.kind == OpKind::Read || event.rf != graph_.last(event.location)))
      return Step::blocked();
  }
  return Step::stop();
}

// The same without the program: what it would ask for is known.
bool TrustSearch::replayFromCache() {
  if (!cachedReplay_.isUsable() || void_ || rebuild_) return false;
  std::uint32_t added = 0;
  bool isKnown = cachedReplay_.start(graph_, added);
  pushMany(added);
  while (isKnown) {
    const ThreadId t = addCached();
    if (t == kMaxThreads) break;
    added = 0;
    isKnown = cachedReplay_.perform(graph_, t, added);
    pushMany(added);
  }
  isCached_ = isKnown && cachedReplay_.isOver() && !void_;
  return isCached_;
}

ThreadId TrustSearch::addCached() {
  if (const EventId speculation = speculativeReads_.open(); speculation != kNoEvent) {
    const ThreadId t = graph_[speculation].thread;
    const CachedReplay::Place* const place = cachedReplay_.pending(graph_, t);
    const EventId e = graph_.size();
    const bool goesOn = addSpeculatedOn(speculation, place ? &place->op : nullptr, place ? place->initial : 0);
    if (e < graph_.size()) graph_.tag(e, cachedReplay_.at(t));
    return goesOn ? t : kMaxThreads;
  }
  const ThreadId displaced = displacedThatGoesOn();
  for (ThreadId t = 0; t < cachedReplay_.threads(); ++t) {
    const CachedReplay::Place* const place = cachedReplay_.pending(graph_, t);
    if (place == nullptr || isPostponed(place->op, place->initial)) continue;
    if (displaced != kMaxThreads && t != displaced) continue;
    const EventId e = graph_.size();
    const bool goesOn = addNext(t, place->op, place->initial);
    graph_.tag(e, cachedReplay_.at(t));
    if (goesOn) return void_ ? kMaxThreads : t;
  }
  return kMaxThreads;
}

// --- going back ---

bool TrustSearch::advance(const Execution& execution) {
  if (std::exchange(isCached_, false)) {
    giveUpObserved();
    return goOn();
  }
  if (rebuild_) return goOnRebuilt(execution);
  if (mismatch() || givesUpAfter(execution)) return false;
  if (execution.end == core::End::Violated) noteDataRaces(execution);
  if (!gaveUp_) takeIn(execution);
  if (execution.isClosed && !gaveUp_)
    cachedReplay_.learn(graph_);
  else
    cachedReplay_.giveUp();
  giveUpObserved();
  if (isCut(execution)) leaveLoop();
  gaveUp_ = false;
  const bool more = !mismatch() && goOn();
  play_.restart();
  schedule_.clear();
  return more;
}

// An execution that was cut: what differs in its last events only is cut too.
void TrustSearch::leaveLoop() {
  while (frames_.size() > kDeepestAfterCut) {
    if (frames_.back().expanded) options_.resize(frames_.back().firstOption);
    popFrame();
  }
}

bool TrustSearch::goOn() {
  const bool more = void_ || goBack();
  if (void_) restart();
  speculativeReads_.forget();
  return more;
}

void TrustSearch::giveUpObserved() {
  if (zeroNet_.areObserved()) void_ = {core::Assumption::UnobservedIterations};
}

// Without what was assumed; what is known of words and iterations stays.
void TrustSearch::restart() {
  graph_ = {};
  frames_.clear();
  options_.clear();
  changes_.clear();
  displaced_.clear();
  depth_ = 0;
  pending_.clear();
  noteBroken(*std::exchange(void_, std::nullopt));
}

bool TrustSearch::goBack() {
  while (true) {
    if (frames_.empty()) {
      if (depth_ == 0) return takePending();
      --depth_;
      swapSaved();
      continue;
    }
    Frame& frame = frames_.back();
    if (!frame.isGivenAway) {
      if (!frame.expanded) expand(graph_.size() - 1);
      if (frame.next < options_.size()) {
        const Option option = options_[frame.next++];
        branchedAt_ = static_cast<std::uint32_t>(depth_ << 16 | frames_.size());
        if (take(option) || void_) return true;
        continue;
      }
    }
    if (frame.expanded) options_.resize(frame.firstOption);
    popFrame();
  }
}

void TrustSearch::expand(EventId e) {
  Frame& frame = frames_.back();
  frame.expanded = true;
  frame.firstOption = frame.next = options_.size();
  const GraphEvent& event = graph_[e];
  if (event.label != Label::Choose && comesAfterAll(e)) return;
  if (event.label == Label::Choose)
    for (std::uint32_t value = 1; value < static_cast<std::uint64_t>(event.op.a); ++value)
      options_.push_back({Option::Kind::Choose, value, 0});
  if (event.label == Label::Write) expandWrite(e);
  if (event.label != Label::Read || speculativeReads_.isConfirmation(e)) return;
  std::uint32_t lowest = model_.lowest(graph_, e);
  if (const DisplacedUpdate* const lost = displaced_.of(event.thread, event.index - 1); lost != nullptr)
    lowest = std::max(lowest, graph_[lost->winner].position + 1);
  const Graph::Location& location = graph_.location(event.location);
  const bool onlyLast = waitsForTheLast(location);
  for (auto p = static_cast<std::uint32_t>(location.co.size()); p-- > lowest;) {
    const EventId from = graph_.at(event.location, p);
    if (onlyLast && !resultOf(event, graph_.valueOf(event.location, from)).enabled) continue;
    const bool isTaken = speculativeReads_.wouldSpeculate(e, from) &&
                         speculativeReads_.speculativeReadOf(event.location, from, e) != kNoEvent;
    options_.push_back({isTaken ? Option::Kind::SpeculativeRevisit : Option::Kind::ReadFrom, from, 0});
  }
}

// All that there is happens before the event, whatever it reads: it can read from or stand behind the last write only,
// and no read can see it. So in long phases of one thread there is nothing to look for.
bool TrustSearch::comesAfterAll(EventId e) const {
  const EventId before = graph_[e].before;
  if (before == kNoEvent) return e == 0;
  const Graph::Clock clock = graph_.clock(before, Graph::Row::Hb);
  return std::accumulate(clock, clock + graph_.width(), EventId{0}) == e;
}

void TrustSearch::expandWrite(EventId e) {
  const GraphEvent& event = graph_[e];
  if (!event.isExclusive) {
    const std::uint32_t lowest = model_.lowest(graph_, e);
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
    case Option::Kind::Place: graph_.moveTo(e, option.a); return model_.isConsistent(graph_, e);
    case Option::Kind::ReadFrom:
      graph_.readFrom(e, option.a);
      return model_.isConsistent(graph_, e) && completeUpdate(e);
    case Option::Kind::SpeculativeRevisit: return revisitSpeculatively(option.a);
    case Option::Kind::Revisit: return revisit(option.a, option.b);
  }
  return false;
}

// The value that a read has got decides whether its thread can go on, and for
// an update whether and what it writes. False: the write cannot stand where it
// must.
bool TrustSearch::completeUpdate(EventId read) {
  const GraphEvent event = graph_[read];
  const core::UpdateResult result = resultOf(event, event.value);
  graph_.block(read, !result.enabled);
  if (!result.enabled && event.op.kind != OpKind::Update) inPlace_.noteWait(graph_.location(event.location));
  if (speculativeReads_.isSpeculative(read)) noteSpeculation(read);
  if (!result.enabled || !result.writes) return true;
  const bool isTaken = graph_.isReadExclusively(event.location, event.rf);
  const std::uint32_t position = graph_.positionOf(event.rf) + 1;
  const bool isLast = position > graph_.location(event.location).co.size();
  const EventId write = graph_.addWrite(event.thread, event.op, event.location, position,
                                        result.value & core::maskOf(event.op.size), true);
  push();
  if (isTaken || !(isLast || model_.isConsistent(graph_, write))) return false;
  noteWrite(write);
  return true;
}

void TrustSearch::popFrame() {
  for (; changes_.size() > frames_.back().firstChange; changes_.pop_back()) {
    graph_.readFrom(changes_.back().read, changes_.back().rf);
    graph_.block(changes_.back().read, true);
  }
  graph_.removeLast();
  frames_.pop_back();
}

}  // namespace heddle::explore::graph
