// Whether the contents of a stack object still matter at some point.
#pragma once

#include <llvm/IR/BasicBlock.h>
#include <llvm/IR/Instructions.h>

namespace heddle::analysis {

// False only if, whatever way the program takes from the beginning of `block`,
// the object is overwritten as a whole before any part of it is read. The
// object must be private: all uses of it are accesses in this function.
bool isLiveAt(const llvm::BasicBlock& block, const llvm::AllocaInst& object);

}  // namespace heddle::analysis
