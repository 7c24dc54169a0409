// How much real memory this process has, for tests that nothing piles up.
#pragma once

#include <unistd.h>

#include <cstddef>
#include <fstream>

namespace heddle::runtime {

inline std::size_t residentBytes() {
  std::size_t all = 0;
  std::size_t resident = 0;
  std::ifstream("/proc/self/statm") >> all >> resident;
  return resident * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

}  // namespace heddle::runtime
