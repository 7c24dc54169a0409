// Both encodings at once, each in a thread of its own: whichever knows first answers.
//
// Which of them that is differs by orders of magnitude from program to program
// (docs/decisions/0022-bmc.md), and nobody should have to guess.
#pragma once

#include "symbolic/bounded_check.h"

namespace heddle::symbolic {

// As checkBounded, of a module that is not changed meanwhile. Each has half of the memory.
Result<BoundedResult> checkWithBoth(const llvm::Module& module, const BoundedOptions& options);

}  // namespace heddle::symbolic
