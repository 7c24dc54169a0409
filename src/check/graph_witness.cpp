#include "check/graph_witness.h"

#include <algorithm>
#include <ranges>

#include "core/update.h"

namespace heddle::check {

GraphWitness::GraphWitness(const symbolic::BoundedResult& found, const core::SiteTable& sites)
    : GraphReplay(std::vector<core::Step>()), found_(found, sites), performed_(found.steps.size()) {}

// The step of the schedule that wrote it, of the first ones.
std::uint64_t GraphWitness::lastWriteTo(const core::Op& op, std::size_t first) const {
  for (const core::Graph::Location& location : graph_.locations()) {
    if (location.addr != op.addr || location.size != op.size || !location.isKnown()) continue;
    for (const core::EventId write : location.co | std::views::reverse)
      if (const auto step = std::ranges::find(writes_, write);
          step - writes_.begin() < static_cast<std::ptrdiff_t>(first))
        return static_cast<std::uint64_t>(step - writes_.begin()) + 1;
  }
  return 0;
}

bool GraphWitness::mayGo(const core::Execution& execution, ThreadId thread) const {
  if (thread >= execution.threads.size() || execution.threads[thread].status != core::ThreadStatus::Ready) return false;
  const core::OpKind kind = execution.threads[thread].pending.kind;
  return kind == core::OpKind::Choose || core::touchesMemory(kind);
}

bool GraphWitness::perform(const core::Execution& execution, ThreadId thread, std::uint64_t choice) {
  found_.perform(thread, execution.threads[thread].pending);
  schedule_.push_back({thread, choice});
  if (execution.threads.size() == 1) early_ = schedule_.size();
  return true;
}
bool GraphWitness::performLast(const core::Execution& execution, ThreadId thread) {
  return perform(execution, thread, lastWriteTo(execution.threads[thread].pending, schedule_.size()));
}

bool GraphWitness::extend(const core::Execution& execution) {
  for (ThreadId thread = 0; thread < execution.threads.size(); ++thread)
    if (mayGo(execution, thread) && execution.threads[thread].pending.kind == core::OpKind::Choose)
      return perform(execution, thread, found_.takeInput(thread));
  for (; next_ < found_.steps().size(); ++next_) {
    const symbolic::TakenStep& step = found_.steps()[next_];
    const auto thread = static_cast<ThreadId>(step.thread);
    if (!step.isStep) continue;  // natively
    if (thread >= execution.threads.size() && goOnBeside(execution)) return true;
    if (!mayGo(execution, thread)) continue;
    const core::Op& op = execution.threads[thread].pending;
    const std::optional<std::size_t> at = found_.stepOf(thread, op);
    if (!at) return performLast(execution, thread);
    if (*at > next_) continue;
    const std::optional<std::size_t> about = op.kind == core::OpKind::Write ? step.writesAfter : step.readsFrom;
    performed_[next_++] = schedule_.size() + 1;
    if (!about) return performLast(execution, thread);
    // To the solver the program begins with what main has written before it started threads.
    return perform(execution, thread, *about == 0 ? lastWriteTo(op, early_) : performed_[*about - 1]);
  }
  return goOn(execution);
}

bool GraphWitness::canGo(const core::Execution& execution, ThreadId thread) const {
  if (!mayGo(execution, thread)) return false;
  const core::Op& op = execution.threads[thread].pending;
  if (op.kind != core::OpKind::Update && op.kind != core::OpKind::Await) return true;
  const std::uint64_t last = lastWriteTo(op, schedule_.size());
  const core::Value old = last == 0 ? core::loadWord(op.addr, op.size) : graph_[writes_[last - 1]].value;
  return core::apply(op, old).enabled;
}

bool GraphWitness::goOnBeside(const core::Execution& execution) {
  for (const bool isEnough : {false, true})  // that it can go
    for (ThreadId thread = 0; thread < execution.threads.size(); ++thread) {
      if (!canGo(execution, thread)) continue;
      if (isEnough || !found_.stepOf(thread, execution.threads[thread].pending)) return performLast(execution, thread);
    }
  return false;
}

// What is left: whoever fails first.
bool GraphWitness::goOn(const core::Execution& execution) {
  const ThreadId failing = found_.failing();
  if (canGo(execution, failing)) return performLast(execution, failing);
  for (ThreadId thread = 0; thread < execution.threads.size(); ++thread)
    if (canGo(execution, thread)) return performLast(execution, thread);
  return false;
}

}  // namespace heddle::check
