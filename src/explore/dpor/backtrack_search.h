// The exploration that Source-DPOR and classic DPOR share: backtrack sets and
// sleep sets. They differ in which thread they add to a backtrack set when
// they find a race.
//
// Follows   Source Sets, Algorithm 1, l.1-4 and l.10-12.
// Deviates  races are analysed when the execution has ended, not as each step
//           is taken: backtrack sets are read only when the search goes back.
//           A Choose is explored with all its values before its thread sleeps.
#pragma once

#include <vector>

#include "explore/dpor/reduction.h"
#include "explore/dpor/sleep_sets.h"
#include "explore/dpor/thread_set.h"
#include "explore/dpor/wakeup_tree.h"

namespace heddle::explore::dpor {

class BacktrackSearch : public Reduction {
 protected:
  explicit BacktrackSearch(std::shared_ptr<Dependence> dependence)
      : Reduction(std::move(dependence), /*isOptimal=*/false) {}

  // A race e < e' of E, seen from E' = pre(E, e), with v = notdep(e, E).e', E up
  // to e'.
  struct Reversal {
    ThreadSet initials = {};   // threads that can go first in v
    ThreadSet leading = {};    // those of them whose step happens before e' or is e'
    ThreadSet enabled = {};    // after E'
    ThreadSet backtrack = {};  // of E': explored, being explored or to be explored
    ThreadSet asleep = {};     // after E': explored there or before
  };

  // Which threads the backtrack set of E' gets.
  virtual ThreadSet additions(const Reversal& reversal) const = 0;

  static ThreadSet lowestOf(const ThreadSet& threads);

 private:
  // The state before a step of the path.
  struct Frame {
    ThreadSet backtrack;
    ThreadSet enabled;
    NodeId unexplored = kNoNode;   // those of them that are still to be explored, in a list
    std::uint64_t valuesLeft = 0;  // of a Choose
    bool fresh = true;             // the thread that goes on from here is a new one
  };

  ThreadId chooseFreely(const core::Execution& execution) final;
  void analyse(const core::Execution& execution) final;
  bool goBack() final;
  void dropPlan() final {}  // it is one step
  void truncate(Position size) final;

  void takeIn(const core::Execution& execution);
  void reverse(const core::Execution& execution, const Race& race);
  Reversal look(const Race& race);
  bool sleeps(ThreadId thread) const;
  void rewind(Position at);

  std::vector<Frame> frames_;
  WakeupNodes nodes_;  // lists only: one step is all that this search plans
  SleepSets sleep_;
  std::vector<ThreadSet> enabled_;  // after each prefix of the current execution that was extended freely
  // Scratch: for each thread the index of its first step in v, and where that is.
  std::vector<std::uint32_t> firstIndex_;
  std::vector<Position> firstPosition_;
  std::vector<std::uint32_t> second_;  // the clock of e' in E'.v
};

}  // namespace heddle::explore::dpor
