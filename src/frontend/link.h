// From bitcode and LLVM files to one module that is a whole program.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "frontend/inputs.h"

namespace llvm {
class LLVMContext;
class Module;
}  // namespace llvm

namespace heddle::frontend {

// `bitcode[i]` belongs to `inputs[i]`; LLVM inputs are read from their files.
// The result has a `main`, and no symbol was defined twice.
Result<std::unique_ptr<llvm::Module>> linkProgram(llvm::LLVMContext& context, const std::vector<Input>& inputs,
                                                  const std::vector<std::string>& bitcode);

}  // namespace heddle::frontend
