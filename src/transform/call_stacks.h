// Keeps where the calls stand that a thread is in (core/call_stack.h).
#pragma once

#include <llvm/IR/Function.h>

#include "transform/context.h"

namespace heddle::transform {

// Of calls of the program's functions, of functions that are called by pointers, and of library functions that may
// call the program's.
void keepCallStack(llvm::Function& function, Context& context);

}  // namespace heddle::transform
