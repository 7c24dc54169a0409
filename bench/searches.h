// How fast a search explores a program, measured in process.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/outcome.h"
#include "explore/explorer.h"

namespace heddle::bench {

// A program of bench/programs and the flags it is compiled with.
struct Workload {
  std::string file;
  std::vector<std::string> flags;
};

// One exploration. Throws std::runtime_error if there is no such search or the
// program is not correct.
core::Outcome explored(core::Program& program, const std::string& search, const explore::Limits& limits = {},
                       const std::string& model = "sc");

struct Pace {
  double perSecond = 0;
  core::ExecutionCounts executions;  // of one exploration
  bool isAll = false;                // it came to its end within the limit
};

// Whole explorations for at least `seconds`; the fastest. One with more than
// `most` executions is given up.
Pace wholePace(const Workload& workload, const std::string& search, const std::string& model, double seconds,
               std::uint64_t most);

// Explores again and again for at least `seconds` of CPU time, one exploration
// at most that long, and takes the fastest.
Pace pace(const Workload& workload, const std::string& search, double seconds);

}  // namespace heddle::bench
