#include "check/found_execution.h"

namespace heddle::check {

FoundExecution::FoundExecution(const symbolic::BoundedResult& found, const core::SiteTable& sites)
    : sites_(sites), failing_(static_cast<ThreadId>(found.thread)), steps_(found.steps) {
  const auto add = [&](const symbolic::Done& done, std::optional<std::size_t> step) {
    std::vector<Expected>& does = of(static_cast<ThreadId>(done.thread)).does;
    // Of a call that is several things to the solver those count that are steps, or it counts once.
    const bool isSame = !does.empty() && does.back().statement == done.statement;
    if (isSame && done.isPart && !step) return;
    if (isSame && step && does.back().isPart) does.pop_back();
    does.push_back({done.statement, step, done.isPart});
  };
  for (const symbolic::Done& one : found.first) add(one, std::nullopt);
  for (std::size_t i = 0; i < steps_.size(); ++i) {
    if (steps_[i].isStep) add(steps_[i], i);
    for (const symbolic::Done& one : steps_[i].beside) add(one, std::nullopt);
  }
  for (const symbolic::Unrolling::Given& input : found.inputs)
    of(static_cast<ThreadId>(input.thread)).inputs.push_back(input.value);
}

FoundExecution::Thread& FoundExecution::of(ThreadId thread) {
  if (thread >= threads_.size()) threads_.resize(thread + 1);
  return threads_[thread];
}

std::uint64_t FoundExecution::takeInput(ThreadId thread) {
  std::deque<std::uint64_t>& inputs = of(thread).inputs;
  if (inputs.empty()) return 0;
  const std::uint64_t value = inputs.front();
  inputs.pop_front();
  return value;
}

std::size_t FoundExecution::find(ThreadId thread, const core::Op& op) const {
  const std::vector<Expected>& does = threads_[thread].does;
  const std::uint32_t statement = op.site < sites_.size() ? sites_[op.site].statement : 0;
  std::size_t at = threads_[thread].next;
  while (at < does.size() && does[at].statement != statement) ++at;
  return at;
}

std::optional<std::size_t> FoundExecution::stepOf(ThreadId thread, const core::Op& op) const {
  if (thread >= threads_.size()) return std::nullopt;
  const std::size_t at = find(thread, op);
  return at < threads_[thread].does.size() ? threads_[thread].does[at].step : std::nullopt;
}

void FoundExecution::perform(ThreadId thread, const core::Op& op) {
  Thread& what = of(thread);
  if (const std::size_t at = find(thread, op); at < what.does.size()) what.next = at + 1;
}

}  // namespace heddle::check
