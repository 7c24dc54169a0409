// The runtime learns where the program stands: before a call that leaves the
// module, before one from user code into a header of the system, and before a
// recursive one, which may use up the stack.
#pragma once

#include "transform/context.h"

namespace heddle::transform {

// For those, before loops are rewritten.
void noteUntestedWaits(llvm::Module& module);
void markExternalCalls(llvm::Function& function, Context& context);
void markRecursion(llvm::Module& module, Context& context);

}  // namespace heddle::transform
