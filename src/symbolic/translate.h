// From a flat program to its transitions.
#pragma once

#include <functional>

#include "base/result.h"
#include "symbolic/flat_program.h"
#include "symbolic/formula.h"
#include "symbolic/objects.h"
#include "symbolic/transition_system.h"

namespace heddle::symbolic {

// `hasOrders`: fences and the orders of accesses count; what is not supported then is refused. `mustStop`: asked now
// and then, to be done soon; may be empty.
Result<TransitionSystem> translate(const FlatProgram& program, const Objects& objects, Formulas& formulas,
                                   bool hasOrders = false, const std::function<bool()>& mustStop = {});

}  // namespace heddle::symbolic
