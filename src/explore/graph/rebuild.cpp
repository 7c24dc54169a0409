#include "explore/graph/rebuild.h"

#include <algorithm>

#include "core/execution.h"

namespace heddle::explore::graph {

using core::EventId;
using core::Execution;
using core::Graph;
using core::GraphEvent;
using core::kInitial;
using core::kNoEvent;
using core::Label;
using core::Op;
using core::OpKind;
using core::Step;

namespace {

// Whether an operation on which the search decides is what the outline says.
bool isSuch(const Op& op, const OutlineEvent& event) {
  if (core::touchesMemory(op.kind) && op.size > 8) return false;
  switch (event.label) {
    case Label::Choose: return op.kind == OpKind::Choose && event.which < op.a;
    case Label::Write: return op.kind == (event.isExclusive ? OpKind::Update : OpKind::Write);
    case Label::Read: return op.kind == OpKind::Read || op.kind == OpKind::Update || op.kind == OpKind::Await;
    default: return false;
  }
}

// What an exclusive write writes, if `read` lets it.
core::UpdateResult updateOf(const GraphEvent& read) {
  core::UpdateResult result = resultOf(read, read.value);
  result.value &= core::maskOf(read.op.size);
  return result;
}

}  // namespace

Rebuild::Rebuild(Pending pending) : pending_(std::move(pending)) {
  for (std::uint32_t e = 0; e < pending_.events.size(); ++e) {
    const OutlineEvent& event = pending_.events[e];
    if (event.thread >= threads_.size()) threads_.resize(event.thread + 1U);
    std::vector<std::uint32_t>& thread = threads_[event.thread];
    if (event.isExclusive && (thread.empty() || pending_.events[thread.back()].label != Label::Read)) fits_ = false;
    indexes_.push_back(static_cast<std::uint32_t>(thread.size()));
    thread.push_back(e);
  }
  for (const auto& thread : threads_) limits_.push_back(thread.size());
  if (pending_.events.empty() || !isDecided(pending_.events.back().label)) return;
  const OutlineEvent& last = pending_.events.back();
  limits_[last.thread] -= last.isExclusive && fits_ ? 2 : 1;
}

// --- running ---

void Rebuild::takeIn(const Execution& execution) {
  std::uint32_t added = 0;
  fits_ = fits_ && play_.takeIn(execution, run_, added);
}

Step Rebuild::next(const Execution& execution) {
  takeIn(execution);
  const ThreadId t = fits_ ? nextThread(execution) : kMaxThreads;
  fits_ = fits_ && (t == kMaxThreads || addToRun(t, execution.threads[t].pending));
  if (fits_ && t != kMaxThreads) return play_.perform(run_, t);
  finish(execution);
  return Step::stop();
}

std::span<const std::uint32_t> Rebuild::clockOf(const Execution& execution, ThreadId t) {
  takeIn(execution);
  return play_.clockOf(run_, t);
}

bool Rebuild::isStopped(const Execution& execution, const core::Iteration& iteration,
                        const ZeroNetIterations& iterations) {
  takeIn(execution);
  const std::uint32_t end = play_.done(iteration.thread);
  return fits_ && iterations.wouldStop(run_, iteration.thread, end - eventsOf(iteration, execution), end);
}

// In the order in which the search goes along a graph, as far as possible: who
// is stopped by a data race depends on it. But when main has returned the others
// are gone, so that it comes last.
ThreadId Rebuild::nextThread(const Execution& execution) const {
  if (const ThreadId last = play_.last(); last != 0 && last < threads_.size() && canPerform(execution, last))
    return last;
  for (ThreadId t = 1; t < threads_.size(); ++t)
    if (canPerform(execution, t)) return t;
  return !threads_.empty() && canPerform(execution, 0) ? ThreadId{0} : kMaxThreads;
}

// Where it is in `run_`, or kNoEvent.
EventId Rebuild::inRun(std::uint32_t e) const {
  const ThreadId t = pending_.events[e].thread;
  return t < run_.threads() && indexes_[e] < run_.thread(t).size() ? run_.thread(t)[indexes_[e]] : kNoEvent;
}

bool Rebuild::canPerform(const Execution& execution, ThreadId t) const {
  if (t >= execution.threads.size() || execution.threads[t].status != core::ThreadStatus::Ready) return false;
  if (play_.done(t) >= limits_[t]) return false;
  const OutlineEvent& event = pending_.events[threads_[t][play_.done(t)]];
  if (!isDecided(event.label) || event.isBlocked) return false;
  return event.label != Label::Read || event.which == kInitial || inRun(event.which) != kNoEvent;
}

bool Rebuild::addToRun(ThreadId t, const Op& op) {
  const OutlineEvent& event = pending_.events[threads_[t][play_.done(t)]];
  if (!isSuch(op, event)) return false;
  if (event.label == Label::Read) return addReadToRun(t, op, event);
  if (event.label == Label::Choose) {
    run_.addOther(t, op, Label::Choose, event.which);
    return true;
  }
  // Where it stands makes no difference for the run.
  const std::uint32_t location = run_.locate(op.addr, op.size, core::loadWord(op.addr, op.size));
  const auto position = static_cast<std::uint32_t>(run_.location(location).co.size() + 1);
  run_.addWrite(t, op, location, position, op.a, false);
  return !event.isExclusive;
}

bool Rebuild::addReadToRun(ThreadId t, const Op& op, const OutlineEvent& event) {
  const std::uint32_t location = run_.locate(op.addr, op.size, core::loadWord(op.addr, op.size));
  const EventId from = event.which == kInitial ? kInitial : inRun(event.which);
  if (from != kInitial && (run_[from].label != Label::Write || run_[from].location != location)) return false;
  const EventId read = run_.addRead(t, op, location, from);
  const core::UpdateResult result = updateOf(run_[read]);
  const std::size_t after = play_.done(t) + 1;
  const bool isExclusive = after < limits_[t] && pending_.events[threads_[t][after]].isExclusive;
  if (!result.enabled || result.writes != isExclusive) return false;
  const auto position = static_cast<std::uint32_t>(run_.location(location).co.size() + 1);
  if (isExclusive) run_.addWrite(t, op, location, position, result.value, true);
  return true;
}

// --- the graph ---

void Rebuild::finish(const Execution& execution) {
  if (isDone_) return;
  isDone_ = true;
  takeIn(execution);
  for (std::uint32_t e = 0; fits_ && e < pending_.events.size(); ++e) {
    const Op* const op = opOf(execution, e);
    fits_ = op != nullptr && add(e, Op(*op));  // it may lie in the graph, whose events move
  }
  for (const DisplacedUpdate& lost : pending_.displaced) fits_ = fits_ && addLoss(execution, lost);
  fits_ = fits_ && outlineOf(graph_) == pending_.events &&
          std::ranges::all_of(pending_.options, [&](const Option& option) { return canTake(option); });
}

// What the thread did or is about to do; null: it is not there.
const Op* Rebuild::opOf(const Execution& execution, std::uint32_t e) const {
  const OutlineEvent& event = pending_.events[e];
  if (event.isExclusive) return &graph_[graph_.thread(event.thread).back()].op;
  if (const EventId known = inRun(e); known != kNoEvent)
    return run_[known].label == event.label ? &run_[known].op : nullptr;
  const bool isNext = indexes_[e] == play_.done(event.thread) && isDecided(event.label) &&
                      event.thread < execution.threads.size() &&
                      execution.threads[event.thread].status == core::ThreadStatus::Ready;
  return isNext ? &execution.threads[event.thread].pending : nullptr;
}

bool Rebuild::add(std::uint32_t e, const Op& op) {
  const OutlineEvent& event = pending_.events[e];
  const ThreadId t = event.thread;
  if (t != 0 && (t >= graph_.threads() || graph_.spawnerOf(t) == kNoEvent)) return false;
  if (event.label == Label::Join && op.other >= graph_.threads()) return false;
  if (!isDecided(event.label) || event.label == Label::Choose) {
    if (event.label == Label::Choose && !isSuch(op, event)) return false;
    graph_.addOther(t, op, event.label, event.which);
    return true;
  }
  if (!isSuch(op, event) || graph_.overlapping(op.addr, op.size) != nullptr) return false;
  const EventId known = inRun(e);
  const std::uint32_t inRunAt =
      known != kNoEvent ? run_[known].location : run_.locate(op.addr, op.size, core::loadWord(op.addr, op.size));
  const std::uint32_t location = graph_.locate(op.addr, op.size, run_.location(inRunAt).initial);
  return event.label == Label::Read ? addRead(event, op, location) : addWrite(e, op, location);
}

// The thread has taken part again, or is about to.
bool Rebuild::addLoss(const Execution& execution, const DisplacedUpdate& lost) {
  if (lost.thread >= execution.threads.size()) return false;
  const bool isThere = lost.index < graph_.eventsOf(lost.thread);
  if (!isThere &&
      (lost.index != play_.done(lost.thread) || execution.threads[lost.thread].status != core::ThreadStatus::Ready))
    return false;
  const Op& op = isThere ? graph_[graph_.thread(lost.thread)[lost.index]].op : execution.threads[lost.thread].pending;
  if (op.kind != OpKind::Update || op.addr != graph_[lost.winner].op.addr) return false;
  displaced_.add({lost, op});
  return true;
}

// A read that was revisited comes before what it reads from. It is the last
// event of its thread until that is there.
bool Rebuild::addRead(const OutlineEvent& event, const Op& op, std::uint32_t location) {
  const bool isThere = event.which != kInitial && event.which < graph_.size();
  if (isThere && (graph_[event.which].label != Label::Write || graph_[event.which].location != location)) return false;
  const EventId read = graph_.addRead(event.thread, op, location, isThere ? event.which : kInitial);
  graph_.block(read, event.isBlocked);
  return true;
}

bool Rebuild::addWrite(std::uint32_t e, const Op& op, std::uint32_t location) {
  const OutlineEvent& event = pending_.events[e];
  core::Value value = op.a;
  if (event.isExclusive) {
    const core::UpdateResult result = updateOf(graph_[graph_.thread(event.thread).back()]);
    if (!result.enabled || !result.writes) return false;
    value = result.value;
  }
  std::uint32_t position = 1;
  for (const EventId other : graph_.location(location).co) position += pending_.events[other].which < event.which;
  graph_.addWrite(event.thread, op, location, position, value, event.isExclusive);
  for (const EventId read : graph_.location(location).reads)
    if (pending_.events[read].which == e) graph_.readFrom(read, e);
  return true;
}

bool Rebuild::canTake(const Option& option) const {
  const EventId last = graph_.size() - 1;
  const auto isHere = [&](EventId e) { return graph_[e].location == graph_[last].location; };
  switch (option.kind) {
    case Option::Kind::ReadFrom:
    case Option::Kind::SpeculativeRevisit: return option.a == kInitial || isHere(option.a);
    case Option::Kind::Place: return option.a <= graph_.location(graph_[last].location).co.size();
    case Option::Kind::Choose: return option.a < graph_[last].op.a;
    case Option::Kind::Revisit: return isHere(option.a) && !graph_.isBefore(option.a, last, Graph::Row::Causal);
  }
  return false;
}

}  // namespace heddle::explore::graph
