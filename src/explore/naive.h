// Naive search: every interleaving of the operations that other threads can
// observe, optionally with a bound on preemptions.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "explore/search.h"

namespace heddle::explore {

class NaiveSearch : public Search {
 public:
  explicit NaiveSearch(std::optional<unsigned> preemptionBound = std::nullopt);

  core::Step next(const core::Execution& execution) override;
  bool advance(const core::Execution& execution) override;
  std::vector<core::Step> schedule() const override;
  Coverage coverage() const override;

 protected:
  // One step of the current path. Every step has its frame, also where there
  // was nothing to decide: replaying is then one array access a step.
  struct Frame {
    std::uint64_t fingerprint;  // of the op the step performs
    std::uint64_t choice;       // Choose: the value
    std::uint64_t left;         // alternatives not explored yet: values, or the last ones of its candidates
    std::uint16_t preemptions;  // after this step
    std::uint8_t thread;
    std::uint8_t current;     // the last thread that was scheduled by decision, after this step
    std::uint8_t candidates;  // a decision: how many threads there were; they are on candidates_
    bool onValues;            // Choose: `left` counts values
    bool preempts;            // taking an alternative costs one more preemption
  };
  static_assert(kMaxThreads <= std::numeric_limits<std::uint8_t>::max());

  struct Candidate {
    std::uint64_t fingerprint;
    std::uint8_t thread;
  };

  // To the next execution in the order of the search; false: there is none.
  virtual bool goBack();

  struct Path {
    std::vector<Frame> frames;
    std::vector<Candidate> candidates;  // of all of them
  };
  Path takePath() const { return {frames_, {candidates_.begin(), candidates_.begin() + static_cast<long>(used_)}}; }
  // To the alternative of the frame at `at` that comes `which` after the first one left. Nothing else is left on the
  // way there.
  void goTo(const Path& path, std::size_t at, std::size_t which);

 private:
  // Kept out of next(), so that the replaying path stays small.
  [[gnu::noinline]] core::Step extend(const core::Execution& execution);
  [[gnu::noinline]] core::Step turn(const core::Execution& execution);
  [[gnu::noinline]] core::Step stopAtMismatch(const core::Execution& execution, ThreadId thread);
  core::Step pushAtOnce(const core::Op& op, ThreadId thread);
  core::Step pushDecision(std::size_t candidates, bool preempts);
  core::Step push(Frame frame);
  void popFrame();
  bool takeAlternative(Frame& frame);

  std::vector<Frame> frames_;
  std::vector<Candidate> candidates_;  // of all decisions on the path, the deepest one's last, in the order taken
  std::size_t used_ = 0;               // of candidates_; what is after is room
  std::size_t depth_ = 0;              // steps taken in this execution
  unsigned bound_ = std::numeric_limits<unsigned>::max();
  bool pruned_ = false;  // the bound left something out
};

}  // namespace heddle::explore
