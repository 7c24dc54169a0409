// Questions about single instructions.
#pragma once

#include <llvm/IR/IntrinsicInst.h>

namespace heddle::analysis {

// Whether it divides, by what may be 0 or -1.
bool divisionMayFail(const llvm::Instruction& instruction);

// Whether it copies what nobody can write, and no more than there is of it.
bool copiesConstant(const llvm::MemTransferInst& copy);

// Whether it computes with registers only.
bool touchesNoMemory(const llvm::Instruction& instruction);

}  // namespace heddle::analysis
