// What comes before and after main: a function that calls constructors, main and destructors. So main's variables
// end when it returns, as those of any function (lifetimes.h).
#pragma once

#include <llvm/IR/Module.h>

#include "base/result.h"

namespace heddle::symbolic {

// It has main's name and arguments; main has another name then. Problems: what cannot be called so.
Result<llvm::Function*> aroundMain(llvm::Module& module, llvm::Function& main);

}  // namespace heddle::symbolic
