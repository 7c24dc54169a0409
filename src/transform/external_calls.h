// Before a call that leaves the module, the runtime is told where it stands.
#pragma once

#include "transform/context.h"

namespace heddle::transform {

void markExternalCalls(llvm::Function& function, Context& context);

}  // namespace heddle::transform
