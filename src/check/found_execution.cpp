#include "check/found_execution.h"

#include <algorithm>

namespace heddle::check {

FoundExecution::FoundExecution(const symbolic::BoundedResult& found, const core::SiteTable& sites)
    : sites_(sites), failing_(static_cast<ThreadId>(found.thread)), steps_(found.steps) {
  for (const symbolic::Unrolling::Given& input : found.inputs) {
    if (input.thread >= inputs_.size()) inputs_.resize(input.thread + 1);
    inputs_[input.thread].push_back(input.value);
  }
}

std::uint64_t FoundExecution::takeInput(ThreadId thread) {
  if (thread >= inputs_.size() || inputs_[thread].empty()) return 0;
  const std::uint64_t value = inputs_[thread].front();
  inputs_[thread].pop_front();
  return value;
}

std::uint32_t FoundExecution::statementOf(const core::Op& op) const {
  return op.site < sites_.size() ? sites_[op.site].statement : 0;
}

bool FoundExecution::comes(std::size_t from, ThreadId thread, const core::Op& op) const {
  const auto isSuch = [&, statement = statementOf(op)](const symbolic::TakenStep& step) {
    return step.isStep && step.thread == thread && step.statement == statement;
  };
  return std::any_of(steps_.begin() + static_cast<std::ptrdiff_t>(from), steps_.end(), isSuch);
}

}  // namespace heddle::check
