// The time of the program under test.
//
// Time passes where a thread sleeps, waits for a while or reads the clock, and
// never goes backwards along happens-before: a thread is at least as late as all
// that it knows of. What it knows is in the clocks of the race detector, so that
// nothing has to be done where threads synchronise, and the time is the same in
// equivalent executions. Where there are no such clocks (--plain interleave), the
// events since the time was last read are gone through.
#pragma once

#include <array>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "runtime/running.h"

namespace heddle::runtime {

class ProgramTime {
 public:
  explicit ProgramTime(Running& run) : run_(run) {}

  void restart() {
    if (!isUsed_) return;
    isUsed_ = false;
    for (std::vector<Reading>& times : times_) times.clear();
    timeFollowed_ = 0;
    timeLeft_.clear();
  }

  // Nanoseconds since the start of the program, as the running thread knows it.
  std::uint64_t now();
  // So many pass for it; what it is then.
  std::uint64_t pass(std::uint64_t nanoseconds);

 private:
  // The time of a thread, and its entry of the vector clock at that moment.
  struct Reading {
    std::uint32_t clock;
    std::uint64_t time;
  };

  std::uint64_t lastTimeOf(ThreadId t) const;
  void tellTime(std::uint64_t time, ThreadId to);
  void followTime();

  Running& run_;
  bool isUsed_ = false;
  std::array<std::vector<Reading>, kMaxThreads> times_;
  // Without clocks of the race detector: how many events were gone through, and the time each byte was left at.
  std::size_t timeFollowed_ = 0;
  std::unordered_map<Address, std::uint64_t> timeLeft_;
};

}  // namespace heddle::runtime
