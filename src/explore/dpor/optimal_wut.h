// Optimal-DPOR: exactly one execution of every Mazurkiewicz trace.
#pragma once

#include <vector>

#include "explore/dpor/reduction.h"
#include "explore/dpor/sleep_sets.h"
#include "explore/dpor/wakeup_tree.h"

namespace heddle::explore::dpor {

class OptimalWutSearch final : public Reduction {
 public:
  explicit OptimalWutSearch(std::shared_ptr<Dependence> dependence)
      : Reduction(std::move(dependence), /*isOptimal=*/true) {}

 private:
  // The state before a step of the path.
  struct Frame {
    NodeId alternatives = kNoNode;  // the wakeup tree without the branch that is being explored
    std::uint64_t valuesLeft = 0;   // of a Choose that nobody planned
  };

  // A step of v = notdep(e, E).e'
  struct Member {
    const Footprint* footprint;
    std::uint64_t choice;
    Position position;  // in E; that of e' if it is the last one
    ThreadId thread;
    bool required;  // a new leaf needs it to differ from what is explored elsewhere
    bool taken;     // it is a node above the place of insertion
  };

  // How a step p at the beginning of v stands to v.
  enum class Standing { Initial, Independent, Dependent };
  struct Found {
    Standing standing;
    std::size_t member;  // Initial: p's own step. Dependent: a step that p must not precede
  };

  ThreadId chooseFreely(const core::Execution& execution) override;
  void analyse(const core::Execution& execution) override;
  bool goBack() override;
  void dropPlan() override;
  void truncate(Position size) override;

  void takeIn(const core::Execution& execution);
  bool reverse(const core::Execution& execution, const Race& race);
  void buildSequence(const Race& race);
  bool insert(const core::Execution& execution, const Race& race, bool settled);
  NodeId addLeaf(const core::Execution& execution, const Race& race, bool& settled);
  template <typename Step>
  Found stand(const Step& step) const;
  void plan(NodeId& tree);
  void rewind(Position at);

  std::vector<Frame> frames_;  // one for each step of the path
  SleepSets sleep_;
  WakeupNodes nodes_;
  std::vector<Race> open_;  // races whose reversal may still be needed with another end of the execution
  bool left_ = false;       // this execution is beyond them

  // Scratch of reverse().
  std::vector<Race> blocked_;
  std::vector<Member> sequence_;
  std::vector<std::uint32_t> needed_;
};

}  // namespace heddle::explore::dpor
