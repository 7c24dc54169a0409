// SV-COMP: a function that the program defines and calls `__VERIFIER_atomic_…`
// runs as one step.
#pragma once

#include <llvm/IR/Module.h>

namespace heddle::transform {

// Puts __VERIFIER_atomic_begin and _end around the bodies of these functions.
// Must run before they are inlined.
void encloseAtomicFunctions(llvm::Module& module);

}  // namespace heddle::transform
