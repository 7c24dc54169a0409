// A sample with few preemptions, at random places.
#pragma once

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
  bool isPreempted() const;

  unsigned most_;
  std::vector<std::uint64_t> places_;  // before which steps of this execution
  std::vector<ThreadId> others_;       // that could go on; kept for its storage
  ThreadId current_ = kMaxThreads;     // kMaxThreads: nobody has been chosen yet
  std::uint64_t mostSteps_ = 0;        // of the executions so far
};

}  // namespace heddle::explore
