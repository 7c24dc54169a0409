// How fast a search explores a program, measured in process.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace heddle::bench {

struct Pace {
  double perSecond = 0;
  std::uint64_t executions = 0;  // of one exploration
  bool isAll = false;            // it came to its end within the limit
};

// Explores again and again for at least `seconds` of CPU time, one exploration
// at most that long, and takes the fastest.
Pace naivePace(const std::string& program, const std::vector<std::string>& flags, double seconds);

}  // namespace heddle::bench
