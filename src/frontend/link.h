// From bitcode and LLVM files to one module that is a whole program.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "frontend/inputs.h"

namespace llvm {
class LLVMContext;
class Module;
}  // namespace llvm

namespace heddle::frontend {

// How many arguments a call of a library function has at least, by its symbol.
using ArgumentsOf = std::function<unsigned(std::string_view)>;

// `bitcode[i]` belongs to `inputs[i]`; LLVM inputs are read from their files. No symbol was defined twice.
Result<std::unique_ptr<llvm::Module>> linkModules(llvm::LLVMContext& context, const std::vector<Input>& inputs,
                                                  const std::vector<std::string>& bitcode);

// The same as a program: it has a `main`, which is the test of that name if there is to be one, and calls no library
// function with too few arguments.
Result<std::unique_ptr<llvm::Module>> linkProgram(llvm::LLVMContext& context, const std::vector<Input>& inputs,
                                                  const std::vector<std::string>& bitcode,
                                                  const ArgumentsOf& argumentsOf = {}, const std::string& test = {});

}  // namespace heddle::frontend
