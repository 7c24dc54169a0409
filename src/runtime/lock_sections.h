// Critical section peeking: the section of a lock is one step.
//
//   Follows   Assertion guided abstraction, section 5.1: two lock calls conflict only if
//             what they protect does, or is more than accesses to memory (rule 2).
//   Deviates  there the relation is asked when both sections are over. Here a section
//             is one step, whose accesses together are what it touches: a lock that
//             another section holds would otherwise be in the middle of a reversed race.
//
// Statement. Each execution of the program is equivalent to one in which sections run
// without interruption, if
//   P1  nothing in them can wait or let others go on: they consist of accesses to
//       memory (a lock inside, a thread that starts or ends, a wait, a choice),
//   P2  whoever comes to the lock finds it free, as after each section (a holder who
//       was interrupted), and
//   P3  what a section touches conflicts, where it can come before or after, with
//       sections of the same lock only (explore/dpor/trail.cpp).
// For then no access of another thread that falls into a section conflicts with what
// the section has done so far, and it can as well come before it. P1 and P2 are seen
// here, P3 by the search, each in the first execution that could show it. Whatever does
// not hold breaks Assumption::WholeSections: that section is split from then on.
//
// Data races are looked for as with atomic sections: two sections happen one before the
// other only if they conflict. If one is found, nothing is peeked into any more.
//
// With a slice (off_slice.h) a simple section (analysis/slice/simple_sections.h) is on it
// only if an access in it is: that is seen here, too. Others run as all else that is not
// on it, at once.
#pragma once

#include "core/update.h"
#include "runtime/off_slice.h"
#include "runtime/stepper.h"

namespace heddle::runtime {

class LockSections {
 public:
  LockSections(Stepper& run, OffSlice& offSlice, const Options& options)
      : run_(run), offSlice_(offSlice), options_(options) {}

  // Takes the lock and gives it back, as `op` says: what was found there.
  [[gnu::always_inline]] Value take(const Op& op) {
    if (!options_.peeked) [[likely]]
      return run_.visibleGiven(op);
    return takeInStep(op);
  }
  [[gnu::always_inline]] Value giveBack(const Op& op) {
    if (run_.current->section.lock == 0) [[likely]]
      return run_.visibleGiven(op);
    return giveBackInStep(op);
  }
  // Any other operation on a lock.
  void interrupt() { run_.interruptSection(); }

 private:
  Value takeInStep(Op op);
  Value giveBackInStep(Op op);
  Value performAtOnce(const Op& op, const core::UpdateResult& result);

  Stepper& run_;
  OffSlice& offSlice_;
  const Options& options_;
};

}  // namespace heddle::runtime
