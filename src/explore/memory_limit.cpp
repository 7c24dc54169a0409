#include "explore/memory_limit.h"

#include <unistd.h>

#include <fstream>

namespace heddle::explore {
namespace {

constexpr double kBetweenLooks = 0.2;  // seconds; a look takes a few hundred microseconds

}  // namespace

bool MemoryLimit::isReached(double now, std::span<const pid_t> others) {
  if (bytes_ == 0 || (lookedAt_ >= 0 && now - lookedAt_ < kBetweenLooks)) return false;
  lookedAt_ = now;
  std::uint64_t used = memoryOf(getpid());
  for (const pid_t process : others) used += memoryOf(process);
  return used > bytes_;
}

std::string MemoryLimit::why() const {
  return "the memory limit of " + std::to_string(bytes_ >> 20) + " megabytes was reached";
}

std::uint64_t memoryOf(pid_t process) {
  std::ifstream in("/proc/" + std::to_string(process) + "/smaps_rollup");
  std::string word;
  std::uint64_t kilobytes = 0;
  while (in >> word)
    if (word == "Pss:" && in >> kilobytes) return kilobytes << 10;
  return 0;
}

}  // namespace heddle::explore
