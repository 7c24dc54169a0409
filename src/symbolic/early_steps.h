// Loops of main before it starts threads, as part of the initial state.
//
// Main is alone then: what it does from one place to the next is computed, as long as it is
// known where it is. So a loop that fills an array takes no step of the formula.
#pragma once

#include "symbolic/region.h"

namespace heddle::symbolic {

// Of a system whose initial state is that main has come to its first place.
void takeEarlySteps(Translation& all);

}  // namespace heddle::symbolic
