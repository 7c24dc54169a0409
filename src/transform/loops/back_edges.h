// Loops count down the runtime's budget, so that one that never ends is found.
#pragma once

#include "transform/context.h"

namespace heddle::transform {

void countBackEdges(llvm::Function& function, Context& context);

}  // namespace heddle::transform
