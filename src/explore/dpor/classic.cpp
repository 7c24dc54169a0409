// Classic DPOR: at least one execution of every Mazurkiewicz trace, by
// persistent sets.
//
// Follows   Flanagan and Godefroid (POPL 2005) with sleep sets, in the words of
//           Source Sets, section 5.1, "On Source Sets and Persistent Sets": the
//           test at l.8 of Algorithm 1 and the addition at l.9 are strengthened.
//           Blocking as in Godot, Algorithm 1, l.7-22.
// Assumes   a finite, acyclic state space (loops are bounded before us).
#include "explore/dpor/classic.h"

namespace heddle::explore::dpor {

// Only an initial whose step happens before e', or e' itself, will do.
ThreadSet ClassicSearch::wanted(const Initials& initials) const { return initials.leading; }

}  // namespace heddle::explore::dpor
