// Which transitions of two threads commute, and when: the guarded independence relation.
//
//   Follows   Peephole partial order reduction, section 2.2, rules 1 to 4.
//   Deviates  a transition has one access that others can notice (transition_system.h), so
//             that the conflict set is one word, or empty. Arrays and pointers (rules 2
//             and 3) are one case: addresses. WR-C (rule 4c) is asked of all that the
//             reading transition does: it is what it would be with the other value.
#pragma once

#include "symbolic/formula.h"
#include "symbolic/transition_system.h"

namespace heddle::symbolic {

// Which rules count.
enum class Reduction : std::uint8_t {
  None,
  Static,  // 1, without conditions
  Simple,  // 1 to 3
  Full,    // 1 to 4
};

// The condition under which the two, both enabled, commute; over the leaves of the system's variables.
Formula independent(const Transition& x, const Transition& y, const TransitionSystem& system, Formulas& formulas,
                    Reduction reduction);

}  // namespace heddle::symbolic
