#include "explore/graph/graph_replay.h"

#include <algorithm>
#include <ranges>

#include "core/execution.h"
#include "explore/graph/zero_net_iterations.h"

namespace heddle::explore::graph {

using core::EventId;
using core::Label;
using core::Op;
using core::OpKind;
using core::Step;

Step GraphReplay::next(const core::Execution& execution) {
  if (!play_.takeIn(execution, graph_, added_)) return diverge("the thread does something else at that point");
  if (done_ == schedule_.size() && !extend(execution)) {
    settle(graph_);
    return Step::stop();
  }
  const Step step = schedule_[done_];
  if (step.thread >= execution.threads.size() || execution.threads[step.thread].status != core::ThreadStatus::Ready)
    return diverge("the thread cannot go on at that point");
  const Op& op = execution.threads[step.thread].pending;
  if (op.kind != OpKind::Choose && !core::touchesMemory(op.kind))
    return diverge("the thread cannot go on at that point");
  if (!add(step, op)) return diverge("the thread finds something else at that point");
  ++done_;
  play_.perform(graph_, step.thread);
  return step;
}

bool GraphReplay::add(const Step& step, const Op& op) {
  writes_.push_back(core::kNoEvent);
  if (op.kind == OpKind::Choose) {
    graph_.addOther(step.thread, op, Label::Choose, step.choice);
    return step.choice < op.a;
  }
  if (step.choice >= writes_.size()) return false;
  const EventId from = step.choice == 0 ? core::kInitial : writes_[step.choice - 1];
  if (from == core::kNoEvent) return false;
  const std::uint32_t location = locationOf(op, from);
  const core::Graph::Location& known = graph_.location(location);
  if (known.addr != op.addr || known.size != op.size) return false;
  const std::uint32_t after = graph_.positionOf(from) + 1;
  if (op.kind == OpKind::Write) {
    writes_.back() = graph_.addWrite(step.thread, op, location, after, op.a, false);
    return true;
  }
  const EventId read = graph_.addRead(step.thread, op, location, from);
  if (op.kind == OpKind::Read) return true;
  const core::UpdateResult result = core::apply(op, graph_[read].value);
  if (result.enabled && result.writes && op.kind == OpKind::Update)
    writes_.back() = graph_.addWrite(step.thread, op, location, after, result.value & core::maskOf(op.size), true);
  return result.enabled;
}

// What is read or overwritten says which location it is. Its memory may have been
// freed in the meantime, by a thread that is not ordered with this one: the access
// then goes wrong, but it is the same access.
std::uint32_t GraphReplay::locationOf(const Op& op, EventId from) {
  if (from != core::kInitial) return graph_[from].location;
  return graph_.locate(op.addr, op.size, core::loadWord(op.addr, op.size));
}

std::span<const std::uint32_t> GraphReplay::clockOf(const core::Execution& execution, ThreadId t) {
  play_.takeIn(execution, graph_, added_);
  return play_.clockOf(graph_, t);
}

bool GraphReplay::isUnobserved(const core::Execution& execution, const core::Iteration& iteration) {
  play_.takeIn(execution, graph_, added_);
  const ThreadId thread = iteration.thread;
  const auto mine = [&](const Step& step) { return step.thread == thread; };
  const auto last = std::ranges::find_if(schedule_ | std::views::take(done_) | std::views::reverse, mine);
  const std::uint32_t end = play_.done(thread);
  return last->stops && zeroNetOf(graph_, thread, end - eventsOf(iteration, execution), end) != ZeroNet::No;
}

std::vector<Step> scheduleOf(const core::Graph& graph, const std::vector<Step>& steps) {
  std::vector<Step> out;
  std::vector<std::uint32_t> done(graph.threads());
  std::vector<std::size_t> stepOf(graph.size());  // of a write, from 1
  for (const Step& step : steps) {
    const std::vector<EventId>& thread = graph.thread(step.thread);
    std::uint32_t& at = done[step.thread];
    while (!isDecided(graph[thread[at]].label)) ++at;
    const core::GraphEvent& event = graph[thread[at]];
    Step known{step.thread, 0, step.stops};
    if (event.label == Label::Choose) known.choice = static_cast<std::uint64_t>(event.value);
    if (event.label == Label::Read && event.rf != core::kInitial) known.choice = stepOf[event.rf];
    if (event.label == Label::Write)  // after the last one before it that has been performed
      for (std::uint32_t p = event.position - 1; p > 0 && known.choice == 0; --p)
        known.choice = stepOf[graph.at(event.location, p)];
    out.push_back(known);
    if (event.label == Label::Write) stepOf[thread[at]] = out.size();
    if (event.label == Label::Read && event.isExclusive) stepOf[thread[++at]] = out.size();
    ++at;
  }
  return out;
}

}  // namespace heddle::explore::graph
