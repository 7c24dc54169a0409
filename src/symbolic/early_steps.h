// Loops of main before it starts threads, as part of the initial state.
//
// Main is alone then: what it does from one place to the next is computed, as long as it is
// known where it is. So a loop that fills an array takes no step of the formula.
#pragma once

#include <functional>

#include "symbolic/region.h"

namespace heddle::symbolic {

// Of a system whose initial state is that main has come to its first place. `mustStop`: asked now and then; what is
// left then are steps like others. May be empty.
void takeEarlySteps(Translation& all, const std::function<bool()>& mustStop);

}  // namespace heddle::symbolic
