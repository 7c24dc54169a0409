#include "explore/graph/play.h"

#include <algorithm>

#include "core/execution.h"

namespace heddle::explore::graph {

using core::EventId;
using core::Graph;
using core::GraphEvent;
using core::Label;
using core::OpKind;

namespace {

Label labelOf(OpKind kind) {
  switch (kind) {
    case OpKind::Fence: return Label::Fence;
    case OpKind::Spawn: return Label::Spawn;
    case OpKind::Join: return Label::Join;
    case OpKind::Write: return Label::Invalidate;
    default: return Label::Exit;
  }
}

}  // namespace

void Play::restart() {
  std::fill(done_.begin(), done_.end(), 0);
  performed_ = 0;
  taken_ = 0;
  last_ = 0;
}

bool Play::takeIn(const core::Execution& execution, Graph& graph, std::uint32_t& added) {
  if (done_.size() < execution.threads.size()) done_.resize(execution.threads.size());
  for (; taken_ < execution.trace.size(); ++taken_) {
    const core::Event& event = execution.trace[taken_];
    if (event.asked) continue;
    const Label label = labelOf(event.op.kind);
    if (isThere(graph, event.thread)) {
      const GraphEvent& known = nextOf(graph, event.thread);
      if (known.label != label || known.op.site != event.op.site) return false;
    } else {
      graph.addOther(event.thread, event.op, label);
      ++added;
    }
    ++done_[event.thread];
    ++performed_;
  }
  return true;
}

bool Play::canPerform(const core::Execution& execution, const Graph& graph, ThreadId t) const {
  if (!isThere(graph, t)) return false;
  if (t >= execution.threads.size() || execution.threads[t].status != core::ThreadStatus::Ready) return false;
  return canBePerformed(graph, nextOf(graph, t), done_);
}

bool canBePerformed(const Graph& graph, const GraphEvent& event, std::span<const std::uint32_t> done) {
  if (event.label == Label::Write || event.label == Label::Choose) return true;
  if (event.label != Label::Read || event.isBlocked) return false;
  if (event.rf == core::kInitial) return true;
  const GraphEvent& from = graph[event.rf];
  return from.thread < done.size() && done[from.thread] >= from.index;
}

core::Step Play::perform(const Graph& graph, ThreadId t) {
  const GraphEvent& event = nextOf(graph, t);
  if (event.label == Label::Read) core::storeWord(event.op.addr, event.op.size, event.value);
  const std::uint32_t events = event.label == Label::Read && event.isExclusive ? 2 : 1;
  done_[t] += events;
  performed_ += events;
  last_ = t;
  return {t, event.label == Label::Choose ? static_cast<std::uint64_t>(event.value) : 0};
}

std::span<const std::uint32_t> Play::clockOf(const Graph& graph, ThreadId t) const {
  if (done(t) == 0) return {};
  return {graph.clock(graph.thread(t)[done(t) - 1], Graph::Row::Hb), graph.width()};
}

void settle(const Graph& graph) {
  for (std::uint32_t l = 0; l < graph.locations().size(); ++l) {
    const Graph::Location& location = graph.location(l);
    if (location.isKnown()) core::storeWord(location.addr, location.size, graph.valueOf(l, graph.last(l)));
  }
}

}  // namespace heddle::explore::graph
