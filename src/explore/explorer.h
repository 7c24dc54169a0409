// The loop around every search: run, classify, count, stop in time.
#pragma once

#include <cstdint>
#include <functional>

#include "core/outcome.h"
#include "core/program.h"
#include "explore/search.h"

namespace heddle::explore {

struct Progress {
  std::uint64_t executions = 0;
  double seconds = 0;
};

struct Limits {
  std::uint64_t boundExecutions = 0;              // 0: none
  double timeLimit = 0;                           // seconds; 0: none
  bool stopAtFirst = true;                        // end with the first violation
  std::function<void(const Progress&)> progress;  // at most about five times a second; may be empty
  std::function<bool()> interrupted = {};         // asked now and then; true ends the search. May be empty
};

core::Outcome explore(core::Program& program, Search& search, const Limits& limits);

}  // namespace heddle::explore
