// How much memory processes may use together.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <span>
#include <string>

namespace heddle::explore {

class MemoryLimit {
 public:
  explicit MemoryLimit(std::uint64_t bytes) : bytes_(bytes) {}  // 0: none

  // Looks a few times a second. `now`: seconds since whenever. `others`: processes besides this one.
  bool isReached(double now, std::span<const pid_t> others = {});
  std::string why() const;

 private:
  std::uint64_t bytes_;
  double lookedAt_ = -1;
};

// Bytes of memory that a process uses, its part of what it shares with others; 0 if there is no such process.
std::uint64_t memoryOf(pid_t process);

}  // namespace heddle::explore
