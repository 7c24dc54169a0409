#include "core/execution.h"

#include <algorithm>

namespace heddle::core {

bool guardHolds(const Op& op) {
  const Small small(op);  // this is asked right after it was written
  switch (small.kind()) {
    case OpKind::Update:
    case OpKind::Await:
      if (!op.rule->canBlock) return true;
      if (small.size() == 8 && !isPart(op)) [[likely]]
        return applyToWord(op, static_cast<std::uint64_t>(loadWord(op.addr, 8))).enabled;
      if (small.size() == 4 && !isPart(op))
        return applyToWord(op, static_cast<std::uint32_t>(loadWord(op.addr, 4))).enabled;
      return apply(op, loadWord(op.addr, small.size())).enabled;
    case OpKind::Assume: return false;
    default: return true;
  }
}

bool shows(const Execution& execution, const Violation& wanted) {
  if (wanted.kind == ViolationKind::Deadlock) return execution.end == End::Deadlock;
  const auto isWanted = [&](const Violation& violation) {
    return violation.kind == wanted.kind && violation.site == wanted.site;
  };
  return (execution.violation && isWanted(*execution.violation)) ||
         std::ranges::any_of(execution.furtherViolations, isWanted);
}

End classifyStuck(const Execution& execution) {
  const auto any = [&](ThreadStatus status) {
    return std::any_of(execution.threads.begin(), execution.threads.end(),
                       [&](const ThreadState& t) { return t.status == status; });
  };
  if (any(ThreadStatus::Stopped)) return End::Blocked;
  // A process that exits takes its waiting threads with it.
  if (execution.exiting || !any(ThreadStatus::Ready)) return End::Complete;
  const auto assumes = [&](const ThreadState& t) {
    return t.status == ThreadStatus::Ready && t.pending.rule != nullptr && t.pending.rule->assumes;
  };
  if (std::any_of(execution.threads.begin(), execution.threads.end(), assumes)) return End::Blocked;
  return End::Deadlock;
}

}  // namespace heddle::core
