// What a round of a loop does behind a compare-exchange.
#pragma once

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Instructions.h>

namespace heddle::analysis {

// clang loads and compares pointers as integers.
llvm::Value* withoutCasts(llvm::Value* value);

// Where the round goes behind a compare-exchange that has succeeded or failed,
// by way of instructions that are all harmless: to the header, or to a block
// outside of the loop. Null: neither, or something else decides on it.
llvm::BasicBlock* wayBehind(const llvm::Loop& loop, llvm::AtomicCmpXchgInst& exchange, bool success,
                            llvm::function_ref<bool(llvm::Instruction&)> isHarmless);

}  // namespace heddle::analysis
