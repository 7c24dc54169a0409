// Code that runs before and after main, as calls that main makes.
#pragma once

#include <llvm/IR/Module.h>

#include <optional>

#include "base/result.h"

namespace heddle::symbolic {

// Functions marked `constructor` are called first, those marked `destructor` where main returns. What is not supported.
std::optional<Diagnostic> callAroundMain(llvm::Module& module, llvm::Function& main);

}  // namespace heddle::symbolic
