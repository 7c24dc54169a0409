// POS: partial order sampling. Random priorities for operations, drawn again
// where operations conflict, so that Mazurkiewicz traces rather than
// interleavings are sampled.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "explore/sampling.h"

namespace heddle::explore {

class PosSearch final : public SamplingSearch {
 public:
  using SamplingSearch::SamplingSearch;

 private:
  struct Thread {
    std::uint64_t priority = 0;
    bool known = false;  // has a priority for its pending op
  };

  std::string guarantee() const override;
  ThreadId pick(const core::Execution& execution) override;
  void finish(const core::Execution& execution) override;
  void draw(const core::Execution& execution);
  bool mustDrawAgain(const core::Execution& execution, const core::Op& pending) const;

  std::vector<Thread> threads_;
  std::size_t events_ = 0;  // of the execution's trace, taken in so far
  std::uint64_t vain_ = 0;  // priorities of this execution that were redrawn or not used
  std::uint64_t mostSteps_ = 0;
  std::uint64_t mostVain_ = 0;
  bool sections_ = false;  // some step's footprint was not known before it was taken
};

}  // namespace heddle::explore
