// setjmp: the library's own, but what it keeps is the runtime's. The program's buffer may have the size of another
// system, and others may write to it; it only says whose it is.
//
// A jump to it leaves frames, as an exception does: the runtime is told where it has landed.
#pragma once

#include <llvm/IR/Function.h>

#include "transform/context.h"

namespace heddle::transform {

void keepJumpPoints(llvm::Function& function, Context& context);

}  // namespace heddle::transform
