// A sample with few preemptions, at random places.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "explore/sampling.h"

namespace heddle::explore {

class PreemptSearch final : public SamplingSearch {
 public:
  static constexpr unsigned kUsual = 2;  // preemptions of an execution, which show most bugs

  // `most`: preemptions of an execution.
  PreemptSearch(std::uint64_t seed, std::uint64_t executions, unsigned most)
      : SamplingSearch(seed, executions), most_(most) {}

 private:
  ThreadId pick(const core::Execution& execution) override;
  void finish(const core::Execution& execution) override;
  void begin();
  bool isPreempted(const core::Op& next);
  ThreadId drawOther(const core::Execution& execution);

  unsigned most_;
  // Where a thread goes on although others could: all such places, and those where it is about to take a lock or the
  // like.
  enum Where : std::uint8_t { Everywhere, BeforeLocks };

  Where where_ = Everywhere;
  std::vector<std::uint64_t> places_;                     // of this execution, which of these
  std::array<std::uint64_t, 2> passed_{}, mostPassed_{};  // in this execution; in one of those so far
  std::vector<ThreadId> others_;                          // that could go on; kept for its storage
  ThreadId current_ = kMaxThreads;                        // kMaxThreads: nobody has been chosen yet
};

}  // namespace heddle::explore
