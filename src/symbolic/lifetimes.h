// Where variables of the stack, and of threads, begin and end: LLVM's markers, in a flat program.
//
// A variable is gone when its function has returned or its thread has ended, as in the
// executor; scopes inside a function end nothing. Only those have markers that somebody may
// access later.
#pragma once

#include <llvm/IR/Module.h>

namespace heddle::symbolic {

// Before calls are inlined: their markers are those of functions then.
void dropMarkers(llvm::Module& module);
// Likewise: the variables of a function never end.
void keepVariables(llvm::Function& function);
// When all of a thread's are. `returns`: what the thread has ends when its code returns, not only where it exits.
// False: they are too many.
bool completeMarkers(llvm::Function& code, bool returns);

}  // namespace heddle::symbolic
