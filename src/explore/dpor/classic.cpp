// Classic DPOR: at least one execution of every Mazurkiewicz trace, by
// persistent sets.
//
// Follows   Flanagan and Godefroid, Dynamic Partial Order Reduction (POPL
//           2005), Fig. 3, with sleep sets: E are the threads that can go on
//           before e and must do so for e' to happen. One of them is explored
//           instead of e, or all that are enabled if there is none. "Can go on"
//           as in Source Sets, section 5.1: E are initials of v.
// Deviates  threads that sleep or were explored are no members of E, as in the
//           tool that Source Sets compares with. Blocking as in Godot,
//           Algorithm 1, l.7-22.
// Assumes   a finite, acyclic state space (loops are bounded before us).
#include "explore/dpor/classic.h"

namespace heddle::explore::dpor {

ThreadSet ClassicSearch::additions(const Reversal& reversal) const {
  const ThreadSet awake = reversal.leading & ~reversal.asleep;
  if ((awake & reversal.backtrack).any()) return {};
  return awake.any() ? lowestOf(awake) : reversal.enabled & ~reversal.asleep;
}

}  // namespace heddle::explore::dpor
