// What the options of a check ask for together: one may select the value of
// another, or not fit it.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "cli/options.h"

namespace heddle::cli {

// The only search that understands a bound on preemptions.
inline constexpr std::string_view kBounded = "naive";

// Knows no other model, and is the best there: it accepts everything, and
// neither locks nor additions cost it executions.
inline constexpr std::string_view kInterleaving = "optimal";

// Which options stand on the command line.
struct Given {
  bool search = false;
  bool model = false;
  bool executions = false;
  bool dependence = false;
  bool noCommute = false;
  bool spuriousWakeups = false;
  bool jobs = false;
};

// What --only may name: all that the guided search promises.
inline constexpr std::string_view kGuided = "guided";
inline constexpr std::string_view kDeadlocks = "deadlocks";
inline constexpr std::array<std::string_view, 2> kKindsOfViolations{"assertions", kDeadlocks};

// What is wrong; empty: nothing.
std::string settle(CheckOptions& options, const Given& given);

}  // namespace heddle::cli
