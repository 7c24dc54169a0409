#include "analysis/loops/repeated_stores.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/CFG.h>

#include "analysis/loops/calls.h"
#include "analysis/loops/known_calls.h"
#include "analysis/loops/unpublished_objects.h"
#include "analysis/program_memory.h"

namespace heddle::analysis {
namespace {

using llvm::BasicBlock;
using llvm::Instruction;

constexpr std::uint64_t kWordBytes = 8;  // of what is one event

// The same address in every iteration. It need not be computed outside the loop.
bool isInvariant(const llvm::Value& pointer, const llvm::Loop& loop) {
  if (loop.isLoopInvariant(&pointer)) return true;
  const auto* element = llvm::dyn_cast<llvm::GetElementPtrInst>(&pointer);
  return element && llvm::all_of(element->operand_values(),
                                 [&](const llvm::Value* operand) { return isInvariant(*operand, loop); });
}

// Whether the instruction may read what the store has left there in the
// iteration before, be it atomically.
bool mayRead(const Instruction& instruction, const llvm::StoreInst& store, const MemoryFacts& memory) {
  if (!instruction.mayReadFromMemory() || llvm::isa<llvm::FenceInst>(instruction)) return false;
  if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
      load && memory.isPrivate(load->getPointerOperand()))
    return false;
  if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      call && (isDelay(*call, memory) || isAssume(*call)))
    return false;
  if (instruction.isAtomic() && !store.isAtomic() && memory.wordsAreSeparate) return false;
  return !memory.program || memory.program->mayOverlap(instruction, store);
}

// Whether others cannot find what an iteration has stored that is left out.
bool isHidden(const llvm::StoreInst& store, const MemoryFacts& memory) {
  if (!memory.plainAccessesRace || store.isVolatile()) return false;
  if (!store.isAtomic()) return true;
  return memory.publicationIsOrdered && touchedWord(store).bytes <= kWordBytes && isToUnpublished(store);
}

bool isInInnerLoop(const BasicBlock& block, const llvm::Loop& loop) {
  return llvm::any_of(loop.getSubLoops(), [&](const llvm::Loop* inner) { return inner->contains(&block); });
}

}  // namespace

bool isRepeated(const llvm::StoreInst& store, const llvm::Loop& loop, const MemoryFacts& memory) {
  const llvm::Value* const pointer = store.getPointerOperand();
  if (memory.isPrivate(pointer) || !isInvariant(*pointer, loop) || !isHidden(store, memory)) return false;
  const BasicBlock* const there = store.getParent();
  if (isInInnerLoop(*there, loop)) return false;
  // All that an iteration can do before the store.
  llvm::SmallPtrSet<const BasicBlock*, 8> seen{loop.getHeader()};
  llvm::SmallVector<const BasicBlock*, 8> open{loop.getHeader()};
  while (!open.empty()) {
    const BasicBlock* const block = open.pop_back_val();
    for (const Instruction& instruction : *block) {
      if (&instruction == &store) break;
      if (mayRead(instruction, store, memory)) return false;
    }
    if (block == there) continue;
    for (const BasicBlock* next : llvm::successors(block)) {
      if (next == loop.getHeader() || !loop.contains(next)) return false;  // an iteration without it
      if (seen.insert(next).second) open.push_back(next);
    }
  }
  return true;
}

}  // namespace heddle::analysis
