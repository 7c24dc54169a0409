// An execution that a solver has found, as the native program follows it (witness.h,
// graph_witness.h): what each thread does, by statement, and its inputs.
//
// To the native program more is a step than to the solver, or less. What else a thread does is
// known too, so that each of its operations is told apart: the next one of its statement.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
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
  // Which step the thread is at, with its pending operation; none: it is at no step.
  std::optional<std::size_t> stepOf(ThreadId thread, const core::Op& op) const;
  // The thread performs it.
  void perform(ThreadId thread, const core::Op& op);

 private:
  struct Expected {
    std::uint32_t statement;
    std::optional<std::size_t> step;
    bool isPart;  // of a call, and no step
  };
  struct Thread {
    std::vector<Expected> does;
    std::size_t next = 0;                // of these
    std::deque<std::uint64_t> inputs{};  // left
  };

  Thread& of(ThreadId thread);
  // Where that is among what the thread does; the end if it is not.
  std::size_t find(ThreadId thread, const core::Op& op) const;

  const core::SiteTable& sites_;
  const ThreadId failing_;
  const std::vector<symbolic::TakenStep>& steps_;
  std::vector<Thread> threads_;
};

}  // namespace heddle::check
