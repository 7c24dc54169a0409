// From a flat program to its transitions.
#pragma once

#include "base/result.h"
#include "symbolic/flat_program.h"
#include "symbolic/formula.h"
#include "symbolic/objects.h"
#include "symbolic/transition_system.h"

namespace heddle::symbolic {

Result<TransitionSystem> translate(const FlatProgram& program, const Objects& objects, Formulas& formulas);

}  // namespace heddle::symbolic
