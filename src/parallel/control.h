// What a worker and the coordinator see of each other without messages: memory that they share.
#pragma once

#include <atomic>
#include <cstdint>

namespace heddle::parallel {

// Of one worker, which reads it now and then.
struct alignas(64) Control {
  static constexpr std::uint32_t kReport = ~std::uint32_t{0};  // wanted: nothing, it is only to say how far it is
  std::atomic<bool> stops{false};                              // it is to say what is left, and end
  std::atomic<std::uint32_t> wanted{0};                        // it is to give away so many alternatives
  std::atomic<std::uint64_t> executions{0};                    // that it has run
};

// Executions that may still be run, by all together. A worker takes one before it runs it.
struct alignas(64) Budget {
  std::atomic<std::int64_t> left{0};

  bool take() {
    if (left.fetch_sub(1) > 0) return true;
    left.fetch_add(1);
    return false;
  }
  void giveBack() { left.fetch_add(1); }
};

// Whether this process is a worker that is to end soon, to be asked in the middle of an execution.
bool isToldToStop();
// From here on it is one.
void isToldBy(const Control& control);

}  // namespace heddle::parallel
