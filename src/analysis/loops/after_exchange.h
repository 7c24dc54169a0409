// What an iteration of a loop does after a compare-exchange.
#pragma once

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Instructions.h>

namespace heddle::analysis {

// clang loads and compares pointers as integers.
llvm::Value* withoutCasts(llvm::Value* value);

// What both are the same distance from; null if they are not.
const llvm::Value* commonBase(const llvm::DataLayout& layout, const llvm::Value* x, const llvm::Value* y);

// Where the iteration goes after a compare-exchange that has succeeded or failed,
// by way of instructions that are all harmless: to the header, or to a block
// outside of the loop. Null: neither, or something else decides on it. The
// blocks before that one, in their order, are added to `way`.
llvm::BasicBlock* wayBehind(const llvm::Loop& loop, llvm::AtomicCmpXchgInst& exchange, bool success,
                            llvm::function_ref<bool(llvm::Instruction&)> isHarmless,
                            llvm::SmallVectorImpl<llvm::BasicBlock*>* way = nullptr);

}  // namespace heddle::analysis
