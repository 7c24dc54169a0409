// Classic DPOR: at least one execution of every Mazurkiewicz trace, by
// persistent sets.
//
// Follows   Flanagan and Godefroid, Dynamic Partial Order Reduction (POPL
//           2005), Fig. 3, with sleep sets: E are the threads that are enabled
//           before e and had to go on for e' to happen. One of them is explored
//           instead of e, or all that are enabled if there is none.
// Deviates  threads that sleep or were explored are no members of E, as in the
//           tool that Source Sets compares with. Blocking as in Godot,
//           Algorithm 1, l.7-22.
// Assumes   a finite, acyclic state space (loops are bounded before us).
#include "explore/dpor/classic.h"

namespace heddle::explore::dpor {

ThreadSet ClassicSearch::additions(const Reversal& reversal) const {
  const ThreadSet causes = reversal.causes & ~reversal.asleep;
  if ((causes & reversal.backtrack).any()) return {};
  return causes.any() ? lowestOf(causes) : reversal.enabled & ~reversal.asleep;
}

}  // namespace heddle::explore::dpor
