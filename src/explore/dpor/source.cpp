// Source-DPOR: at least one execution of every Mazurkiewicz trace.
//
// Follows   Source Sets, Algorithm 1, with blocking as in Algorithm 5 in the
//           form of Godot, Algorithm 1, l.7-22 (Trail::addBlockingRaces).
// Deviates  l.9: of the initials we take the lowest thread whose step happens
//           before e' or is e', as the authors' tool does, so that its figures
//           come out; the proof needs only some initial.
// Assumes   a finite, acyclic state space (loops are bounded before us).
#include "explore/dpor/source.h"

namespace heddle::explore::dpor {

ThreadSet SourceSearch::additions(const Reversal& reversal) const {
  if ((reversal.initials & reversal.backtrack).any()) return {};  // l.8
  return lowestOf(reversal.leading);                              // l.9
}

}  // namespace heddle::explore::dpor
