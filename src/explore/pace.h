// When to read the clock. That costs as much as a few steps of the
// program, so fast executions look every kLongest of them; slow ones each time.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>

namespace heddle::explore {

class Pace {
 public:
  // Once an execution; true when the clock was read, so that now() is fresh.
  bool tick() {
    if (--left_ > 0) return false;
    const double before = now_;
    now_ = sinceStart();
    // Aim at a look every few milliseconds at most.
    if (now_ - before < 0.002)
      interval_ = std::min(interval_ * 2, kLongest);
    else
      interval_ = std::max(interval_ / 4, 1);
    left_ = interval_;
    return true;
  }

  double now() const { return now_; }  // seconds since the start, at the last look
  double sinceStart() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr int kLongest = 1024;

  Clock::time_point start_ = Clock::now();
  double now_ = 0;
  int interval_ = 1;
  int left_ = 1;
};

}  // namespace heddle::explore
