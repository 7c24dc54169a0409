// The IR of a program, as clang makes it without optimisation: variables are
// on the stack, and the pipeline makes registers and phis of them.
#pragma once

#include <llvm/IR/Module.h>

#include <memory>

#include "code.h"

namespace heddle::fuzz {

std::unique_ptr<llvm::Module> irOf(const Program& program, const std::vector<Code>& code, llvm::LLVMContext& context);

// A file that `heddle check` accepts, with the program as C in its head.
std::string irText(const Program& program);

}  // namespace heddle::fuzz
