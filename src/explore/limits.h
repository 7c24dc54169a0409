// How long a search may go on, and who is asked and told while it does.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "core/outcome.h"
#include "core/program.h"
#include "explore/estimate/estimate.h"
#include "explore/standing.h"

namespace heddle::explore {

struct Progress {
  std::uint64_t executions = 0;
  double seconds = 0;
  double secondsBeside = 0;                      // of these, spent on executions that the search has not explored
  std::optional<Estimate> estimate = {};         // of all executions, also those so far
  std::optional<core::Assumption> restart = {};  // which assumption the search has given up last

  // Executions a second.
  double rate() const {
    const double alone = seconds - secondsBeside;
    return alone > 0 ? static_cast<double>(executions) / alone : 0;
  }
};

// By a search so far.
struct Spent {
  std::uint64_t executions = 0;
  double seconds = 0;
};

// Between two executions: what the search has found out so far, also what its monitors have seen.
struct Pause {
  Spent spent;
  std::function<core::Outcome()> soFar;
};

// Executions beside those of the search, and what they say of their number. May be empty.
struct Estimating {
  std::function<std::optional<core::Outcome>(core::Program&, const Spent&)> beside = {};
  std::function<std::optional<Estimate>()> estimate = {};
};

struct Limits {
  std::uint64_t boundExecutions = 0;  // 0: none
  double timeLimit = 0;               // seconds; 0: none
  std::uint64_t memoryLimit = 0;      // bytes, of all processes that explore; 0: none
  bool stopAtFirst = true;            // end with the first violation
  bool deadlocks = true;              // and livelocks are violations; otherwise their threads are blocked
  std::function<void(const Progress&)> progress = {};  // about five times a second, and at the end; may be empty
  std::function<bool()> interrupted = {};              // asked now and then; true ends the search. May be empty
  // Asked of each violation that is new; true ends the search. May be empty.
  std::function<bool(const core::Found&)> endsWith = {};
  double timeSpent = 0;          // of the limit, before
  bool keepsRest = false;        // what is left is explored later, also what a limit cuts short
  Checkpoints checkpoints = {};  // of searches on graphs
  // What is explored is part of a search, and others explore other parts: what concerns all of them ends it
  // (core::Outcome::mustBeOnePart, madePartsVoid).
  bool isPart = false;
  // Asked now and then, when the search can be split or go on elsewhere; true ends it. May be empty.
  std::function<bool(const Pause&)> handsOver = {};
  // Asked each time the search has run `besideEvery` executions more, and now and then: it may run executions of its
  // own, beside the search (explore/side_sample.h). A violation that it has seen ends the search. May be empty.
  std::function<std::optional<core::Outcome>(core::Program&, const Spent&)> beside = {};
  std::uint64_t besideEvery = 256;
  // The same, to tell how many executions there are (explore/estimate/side_estimate.h).
  Estimating estimating = {};
};

}  // namespace heddle::explore
