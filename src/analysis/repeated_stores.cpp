#include "analysis/repeated_stores.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/CFG.h>

namespace heddle::analysis {
namespace {

using llvm::BasicBlock;
using llvm::Instruction;

// The same address in every round. It need not be computed outside the loop.
bool isInvariant(const llvm::Value& pointer, const llvm::Loop& loop) {
  if (loop.isLoopInvariant(&pointer)) return true;
  const auto* element = llvm::dyn_cast<llvm::GetElementPtrInst>(&pointer);
  return element && llvm::all_of(element->operand_values(),
                                 [&](const llvm::Value* operand) { return isInvariant(*operand, loop); });
}

// Atomic objects are left out: C and C++ do not allow plain stores to them.
bool mayReadPlain(const Instruction& instruction, const MemoryFacts& memory) {
  return readsOutside(instruction, memory) && !instruction.isAtomic();
}

bool isInInnerLoop(const BasicBlock& block, const llvm::Loop& loop) {
  return llvm::any_of(loop.getSubLoops(), [&](const llvm::Loop* inner) { return inner->contains(&block); });
}

}  // namespace

bool isRepeated(const llvm::StoreInst& store, const llvm::Loop& loop, const MemoryFacts& memory) {
  const llvm::Value* const pointer = store.getPointerOperand();
  if (!store.isSimple() || !memory.plainAccessesRace || memory.isPrivate(pointer)) return false;
  if (!isInvariant(*pointer, loop)) return false;
  const BasicBlock* const there = store.getParent();
  if (isInInnerLoop(*there, loop)) return false;
  // All that a round can do before the store.
  llvm::SmallPtrSet<const BasicBlock*, 8> seen{loop.getHeader()};
  llvm::SmallVector<const BasicBlock*, 8> open{loop.getHeader()};
  while (!open.empty()) {
    const BasicBlock* const block = open.pop_back_val();
    for (const Instruction& instruction : *block) {
      if (&instruction == &store) break;
      if (mayReadPlain(instruction, memory)) return false;
    }
    if (block == there) continue;
    for (const BasicBlock* next : llvm::successors(block)) {
      if (next == loop.getHeader() || !loop.contains(next)) return false;  // a round without it
      if (seen.insert(next).second) open.push_back(next);
    }
  }
  return true;
}

}  // namespace heddle::analysis
