// An execution that a solver has found, as the native program follows it (witness.h,
// graph_witness.h): steps by statement, and inputs by thread.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "core/op.h"
#include "core/site.h"
#include "symbolic/bounded_check.h"

namespace heddle::check {

class FoundExecution {
 public:
  FoundExecution(const symbolic::BoundedResult& found, const core::SiteTable& sites);

  ThreadId failing() const { return failing_; }
  const std::vector<symbolic::TakenStep>& steps() const { return steps_; }
  // The next value that the thread is given; 0 if there is none.
  std::uint64_t takeInput(ThreadId thread);
  // Which statement the operation is of; 0: not known.
  std::uint32_t statementOf(const core::Op& op) const;
  // Whether the thread takes such a step, from one on.
  bool comes(std::size_t from, ThreadId thread, const core::Op& op) const;

 private:
  const core::SiteTable& sites_;
  const ThreadId failing_;
  const std::vector<symbolic::TakenStep>& steps_;
  std::vector<std::deque<std::uint64_t>> inputs_;  // left, of each thread
};

}  // namespace heddle::check
