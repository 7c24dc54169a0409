// PCT: random priorities that change at a few random points, with a proven
// chance to find bugs that need few ordering constraints.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "explore/sampling.h"

namespace heddle::explore {

class PctSearch final : public SamplingSearch {
 public:
  PctSearch(std::uint64_t seed, std::uint64_t executions, unsigned depth)
      : SamplingSearch(seed, executions), depth_(depth) {}

 private:
  struct Thread {
    std::uint64_t priority = 0;  // 0: not seen in this execution
    bool started = false;
  };

  std::string guarantee() const override;
  ThreadId pick(const core::Execution& execution) override;
  void finish(const core::Execution& execution) override;
  void begin();
  void meet(const core::Execution& execution);
  ThreadId first(const core::Execution& execution) const;
  void takeStep(Thread& thread);

  unsigned depth_;
  std::vector<Thread> threads_;
  std::vector<std::uint64_t> changes_;  // after which step; the i-th one gives priority i + 1
  std::uint64_t position_ = 0;          // steps of this execution, starts of threads included
  bool begun_ = false;
  std::uint64_t mostSteps_ = 0;
  std::uint64_t mostThreads_ = 0;
  std::uint64_t covered_ = 0;  // executions whose changes were drawn from all of mostSteps_
};

}  // namespace heddle::explore
