// How much memory processes may use together.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <functional>
#include <string>

namespace heddle::explore {

class MemoryLimit {
 public:
  explicit MemoryLimit(std::uint64_t bytes) : bytes_(bytes) {}  // 0: none

  // Looks a few times a second. `now`: seconds since whenever. `others`: what processes besides this one use.
  bool isReached(double now, const std::function<std::uint64_t()>& others = {});
  std::string why() const;

 private:
  std::uint64_t bytes_;
  double lookedAt_ = -1;
};

// Bytes of memory that a process uses, its part of what it shares with others; 0 if there is no such process.
std::uint64_t memoryOf(pid_t process);

}  // namespace heddle::explore
