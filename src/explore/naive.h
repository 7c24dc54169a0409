// Naive search: every interleaving of the operations that other threads can
// notice, optionally with a bound on preemptions.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "explore/search.h"

namespace heddle::explore {

class NaiveSearch final : public Search {
 public:
  explicit NaiveSearch(std::optional<unsigned> preemptionBound = std::nullopt);

  core::Step next(const core::Execution& execution) override;
  bool advance(const core::Execution& execution) override;
  std::vector<core::Step> schedule() const override;
  const char* gap() const override;

 private:
  // One step of the current path. Every step has its frame, also where there
  // was nothing to decide: replaying is then one array access a step.
  struct Frame {
    std::uint64_t fingerprint;  // of the op the step performs
    std::uint64_t choice;       // Choose: the value
    std::uint64_t left;         // alternatives not explored yet: values, or threads on alternatives_
    std::uint16_t thread;
    std::uint16_t current;      // the last thread that was scheduled by decision, after this step
    std::uint16_t preemptions;  // after this step
    bool onValues;              // Choose: `left` counts values
    bool preempts;              // taking an alternative costs one more preemption
  };

  struct Alternative {
    std::uint64_t fingerprint;
    std::uint16_t thread;
  };

  core::Step extend(const core::Execution& execution);
  core::Step pushLocal(const core::Op& op, ThreadId thread);
  core::Step pushDecision(const core::Execution& execution);
  bool takeAlternative(Frame& frame);
  core::Step stopAtMismatch(const core::Execution& execution, ThreadId thread);

  std::vector<Frame> frames_;
  std::vector<Alternative> alternatives_;  // a stack; the deepest frame's are on top, the next to take last
  std::size_t depth_ = 0;                  // steps taken in this execution
  unsigned bound_ = std::numeric_limits<unsigned>::max();
  bool pruned_ = false;                    // the bound left something out
};

}  // namespace heddle::explore
