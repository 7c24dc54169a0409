// The loop around every search: run, classify, count, stop in time.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "core/outcome.h"
#include "core/program.h"
#include "explore/search.h"

namespace heddle::explore {

struct Progress {
  std::uint64_t executions = 0;
  double seconds = 0;
};

struct Limits {
  std::uint64_t boundExecutions = 0;  // 0: none
  double timeLimit = 0;               // seconds; 0: none
  bool stopAtFirst = true;            // end with the first violation
  bool deadlocks = true;              // and livelocks are violations; otherwise their threads are blocked
  std::function<void(const Progress&)> progress = {};  // at most about five times a second; may be empty
  std::function<bool()> interrupted = {};              // asked now and then; true ends the search. May be empty
  // Asked of each violation that is new; true ends the search. May be empty.
  std::function<bool(const core::Found&)> endsWith = {};
  double timeSpent = 0;    // of the limit, before
  bool keepsRest = false;  // what is left is explored later, also what a limit cuts short
  // Asked now and then, with the seconds so far: it may run executions of its own, beside the search
  // (explore/side_sample.h). A violation that it has seen ends the search. May be empty.
  std::function<std::optional<core::Outcome>(core::Program&, double)> beside = {};
};

// `before`: what the search has found out so far, if it goes on where an earlier
// one was stopped. The bound and the time limit count from here.
core::Outcome explore(core::Program& program, Search& search, const Limits& limits, core::Outcome before = {});

}  // namespace heddle::explore
