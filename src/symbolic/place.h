// Where code stands, for messages.
#pragma once

#include <llvm/IR/Instruction.h>

#include <string>

namespace heddle::symbolic {

// "file.c:12: "; empty if that is not known.
std::string before(const llvm::Instruction& instruction);

}  // namespace heddle::symbolic
