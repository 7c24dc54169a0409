#include "check/graph_witness.h"

#include <algorithm>

#include "core/update.h"

namespace heddle::check {

GraphWitness::GraphWitness(const symbolic::BoundedResult& found, const core::SiteTable& sites)
    : GraphReplay(std::vector<core::Step>()), found_(found, sites), performed_(found.steps.size()) {}

// The step of the schedule that wrote it.
std::uint64_t GraphWitness::lastWriteTo(const core::Op& op) const {
  for (const core::Graph::Location& location : graph_.locations()) {
    if (location.addr != op.addr || location.size != op.size || !location.isKnown() || location.co.empty()) continue;
    const auto step = std::ranges::find(writes_, location.co.back());
    return static_cast<std::uint64_t>(step - writes_.begin()) + 1;
  }
  return 0;
}

bool GraphWitness::mayGo(const core::Execution& execution, ThreadId thread) const {
  if (thread >= execution.threads.size() || execution.threads[thread].status != core::ThreadStatus::Ready) return false;
  const core::OpKind kind = execution.threads[thread].pending.kind;
  return kind == core::OpKind::Choose || core::touchesMemory(kind);
}

bool GraphWitness::perform(ThreadId thread, std::uint64_t choice) {
  schedule_.push_back({thread, choice});
  return true;
}

bool GraphWitness::extend(const core::Execution& execution) {
  for (ThreadId thread = 0; thread < execution.threads.size(); ++thread)
    if (mayGo(execution, thread) && execution.threads[thread].pending.kind == core::OpKind::Choose)
      return perform(thread, found_.takeInput(thread));
  for (; next_ < found_.steps().size(); ++next_) {
    const symbolic::TakenStep& step = found_.steps()[next_];
    const auto thread = static_cast<ThreadId>(step.thread);
    if (!step.isStep) continue;                                           // natively
    const bool isEarly = execution.threads.size() == 1 && !step.isAlone;  // natively more is a step then
    if ((isEarly || thread >= execution.threads.size()) && goOnBeside(execution)) return true;
    if (!mayGo(execution, thread)) continue;
    const core::Op& op = execution.threads[thread].pending;
    const std::uint32_t statement = found_.statementOf(op);
    if (statement != step.statement && found_.comes(next_ + 1, thread, op)) continue;
    if (statement != step.statement) return perform(thread, lastWriteTo(op));
    const std::optional<std::size_t> about = op.kind == core::OpKind::Write ? step.writesAfter : step.readsFrom;
    performed_[next_++] = schedule_.size() + 1;
    if (!about) return perform(thread, lastWriteTo(op));
    return perform(thread, *about == 0 ? 0 : performed_[*about - 1]);
  }
  return goOn(execution);
}

bool GraphWitness::canGo(const core::Execution& execution, ThreadId thread) const {
  if (!mayGo(execution, thread)) return false;
  const core::Op& op = execution.threads[thread].pending;
  if (op.kind != core::OpKind::Update && op.kind != core::OpKind::Await) return true;
  const std::uint64_t last = lastWriteTo(op);
  const core::Value old = last == 0 ? core::loadWord(op.addr, op.size) : graph_[writes_[last - 1]].value;
  return core::apply(op, old).enabled;
}

bool GraphWitness::goOnBeside(const core::Execution& execution) {
  for (const bool isEnough : {false, true})  // that it can go
    for (ThreadId thread = 0; thread < execution.threads.size(); ++thread) {
      if (!canGo(execution, thread)) continue;
      const core::Op& op = execution.threads[thread].pending;
      if (isEnough || !found_.comes(next_, thread, op)) return perform(thread, lastWriteTo(op));
    }
  return false;
}

// What is left: whoever fails first.
bool GraphWitness::goOn(const core::Execution& execution) {
  const ThreadId failing = found_.failing();
  if (canGo(execution, failing)) return perform(failing, lastWriteTo(execution.threads[failing].pending));
  for (ThreadId thread = 0; thread < execution.threads.size(); ++thread)
    if (canGo(execution, thread)) return perform(thread, lastWriteTo(execution.threads[thread].pending));
  return false;
}

}  // namespace heddle::check
