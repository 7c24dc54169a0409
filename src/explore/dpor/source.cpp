// Source-DPOR: at least one execution of every Mazurkiewicz trace.
//
// Follows   Source Sets, Algorithm 1, with blocking as in Algorithm 5 in the
//           form of Godot, Algorithm 1, l.7-22 (Trail::addBlockingRaces).
// Deviates  l.9: of the initials we take the thread of e' if it is one, else
//           the one whose step comes first, so that runs are reproducible; the
//           proof needs only some initial.
// Assumes   a finite, acyclic state space (loops are bounded before us).
#include "explore/dpor/source.h"

namespace heddle::explore::dpor {

// l.8: any initial will do.
ThreadSet SourceSearch::wanted(const Initials& initials) const { return initials.all; }

}  // namespace heddle::explore::dpor
