#include "explore/memory_limit.h"

#include <unistd.h>

#include <atomic>
#include <fstream>

namespace heddle::explore {
namespace {

constexpr double kBetweenLooks = 0.2;  // seconds; a look takes a few hundred microseconds
constexpr double kReached = -2;        // and so it stays

}  // namespace

bool MemoryLimit::isReached(double now, const std::function<std::uint64_t()>& others) {
  if (bytes_ == 0) return false;
  const std::atomic_ref<double> lookedAt(lookedAt_);  // a program's supervisor asks, too
  if (lookedAt == kReached) return true;
  if (lookedAt >= 0 && now - lookedAt < kBetweenLooks) return false;
  lookedAt = now;
  std::uint64_t used = memoryOf(getpid());
  if (others) used += others();
  if (used > bytes_) lookedAt = kReached;
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
