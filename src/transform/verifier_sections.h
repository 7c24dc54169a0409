// SV-COMP: a function that the program defines and calls `__VERIFIER_atomic_…`
// runs as one step.
#pragma once

#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

namespace heddle::transform {

// Puts __VERIFIER_atomic_begin and _end around the bodies of these functions.
// Must run before they are inlined.
void encloseAtomicFunctions(llvm::Module& module);

bool isSectionBegin(const llvm::Instruction& instruction);
bool isSectionEnd(const llvm::Instruction& instruction);

}  // namespace heddle::transform
