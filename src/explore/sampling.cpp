#include "explore/sampling.h"

#include <algorithm>
#include <cstdio>
#include <limits>

#include "base/check.h"

namespace heddle::explore {

core::Step SamplingSearch::next(const core::Execution& execution) {
  const ThreadId thread = pick(execution);
  if (thread == kMaxThreads) return core::Step::stop();  // the execution is over
  core::Step step{thread, 0};
  const core::Op& op = execution.threads[thread].pending;
  if (op.kind == core::OpKind::Choose && op.a > 1) {
    HEDDLE_CHECK(op.a <= std::numeric_limits<std::uint64_t>::max());
    step.choice = numbers_.below(static_cast<std::uint64_t>(op.a));
    combinations_ *= static_cast<double>(op.a);
  }
  steps_.push_back(step);
  return step;
}

bool SamplingSearch::advance(const core::Execution& execution) {
  finish(execution);
  mostCombinations_ = std::max(mostCombinations_, combinations_);
  combinations_ = 1;
  steps_.clear();
  return ++done_ < executions_;
}

std::string SamplingSearch::unlessMore(std::vector<std::string> limits) const {
  if (mostCombinations_ > 1) {
    char text[80];
    std::snprintf(text, sizeof(text), "%.15g combinations of chosen values", mostCombinations_);
    limits.emplace_back(text);
  }
  std::string out = ", if no execution has more than ";
  for (std::size_t i = 0; i < limits.size(); ++i)
    out += (i == 0 ? "" : i + 1 < limits.size() ? ", " : " and ") + limits[i];
  return out + ": the most seen";
}

std::string counted(std::uint64_t number, const char* one, const char* many) {
  return std::to_string(number) + " " + (number == 1 ? one : many);
}

std::string probabilityText(double probability) {
  char text[40];
  std::snprintf(text, sizeof(text), "%.2g", probability);
  return text;
}

}  // namespace heddle::explore
