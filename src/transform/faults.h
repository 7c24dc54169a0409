// Undefined behaviour that machines do not report alike: divisions that trap
// on some processors only, and control that falls off the end.
#pragma once

#include "transform/context.h"

namespace heddle::transform {

void instrumentFaults(llvm::Function& function, Context& context);

}  // namespace heddle::transform
