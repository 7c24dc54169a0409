// Random search: a sample of the interleavings, repeatable by its seed.
#pragma once

#include <cstdint>
#include <vector>

#include "explore/sampling.h"

namespace heddle::explore {

class RandomSearch final : public SamplingSearch {
 public:
  using SamplingSearch::SamplingSearch;

 private:
  ThreadId pick(const core::Execution& execution) override;
  void finish(const core::Execution&) override {}

  std::vector<ThreadId> enabled_;  // kept for its storage
};

}  // namespace heddle::explore
