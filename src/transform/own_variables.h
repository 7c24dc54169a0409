// Global variables that are a function's own: those that only main accesses, which runs once, and thread-local ones
// that only a function accesses with which threads begin. They become variables of it, and then values.
#pragma once

#include <llvm/IR/Module.h>

namespace heddle::transform {

void takeOwnVariables(llvm::Module& module);

}  // namespace heddle::transform
