// Variables that no file of the program defines. Whether somebody else has them is
// known only when the program is loaded, and then it is not known any more where it
// uses them: that is noted here (core/used_at.h).
#pragma once

#include <llvm/IR/Module.h>

namespace heddle::transform {

void noteUsesOfUndefined(llvm::Module& module);

}  // namespace heddle::transform
