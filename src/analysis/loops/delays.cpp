#include "analysis/loops/delays.h"

#include <llvm/Analysis/PostDominators.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/IntrinsicInst.h>

#include "analysis/instructions.h"
#include "analysis/loops/bounds.h"
#include "analysis/loops/calls.h"
#include "analysis/loops/output.h"
#include "analysis/loops/scratch_memory.h"
#include "analysis/underlying_object.h"

namespace heddle::analysis {
namespace {

using llvm::BasicBlock;
using llvm::Instruction;
using llvm::Value;

bool isConditional(const Instruction& end) {
  const auto* branch = llvm::dyn_cast<llvm::BranchInst>(&end);
  return llvm::isa<llvm::SwitchInst>(end) || (branch && branch->isConditional());
}

using Blocks = llvm::SmallPtrSet<const BasicBlock*, 8>;

// Where all ways from the block meet again; null if they need not.
BasicBlock* endOf(const BasicBlock& block, const llvm::PostDominatorTree& after) {
  const auto* node = after.getNode(&block);
  return node && node->getIDom() ? node->getIDom()->getBlock() : nullptr;
}

// What lies between the block and there.
Blocks between(const BasicBlock& block, const BasicBlock* end) {
  Blocks found;
  llvm::SmallVector<const BasicBlock*, 8> open{&block};
  while (!open.empty())
    for (const BasicBlock* next : llvm::successors(open.pop_back_val()))
      if (next != end && found.insert(next).second) open.push_back(next);
  return found;
}

// Marks what matters, and what that depends on.
class Relevance {
 public:
  Relevance(const llvm::Loop& loop, const Branches& roots, const MemoryFacts& memory,
            const llvm::PostDominatorTree& after)
      : loop_(loop), memory_(memory) {
    for (const BasicBlock* block : loop.blocks()) findControlled(*block, after);
    for (const Instruction* root : roots) mark(root);
    for (const BasicBlock* block : loop.blocks()) {
      for (const Instruction& instruction : *block)
        if (isRoot(instruction) || !onlyReachesOutput(instruction, loop, memory.hasStatistics)) mark(&instruction);
      // Whoever runs through the loop itself in the meantime may do so for ever.
      const Instruction& last = *block->getTerminator();
      if (isConditional(last) && between(*block, endOf(*block, after)).contains(loop.getHeader())) mark(&last);
    }
    while (!open_.empty()) follow(*open_.pop_back_val());
  }

  bool matters(const Instruction& instruction) const { return marked_.contains(&instruction); }

 private:
  // Blocks that are reached or not by what the branch decides.
  void findControlled(const BasicBlock& block, const llvm::PostDominatorTree& after) {
    const auto* here = after.getNode(&block);
    if (!here || !isConditional(*block.getTerminator())) return;
    for (const BasicBlock* next : llvm::successors(&block)) {
      for (const auto* node = after.getNode(next); node && node != here->getIDom(); node = node->getIDom())
        if (node->getBlock()) deciders_[node->getBlock()].push_back(block.getTerminator());
    }
  }

  bool isRoot(const Instruction& instruction) {
    if (instruction.isTerminator()) {
      const bool isPlain = llvm::isa<llvm::BranchInst, llvm::SwitchInst>(instruction);
      return !isPlain || loop_.isLoopExiting(instruction.getParent());
    }
    if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction))
      return load->isAtomic() || readsOutside(*load, memory_);
    if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction))
      return store->isAtomic() || !staysInside(store->getPointerOperand());
    if (const auto* copy = llvm::dyn_cast<llvm::MemIntrinsic>(&instruction)) {
      const auto* transfer = llvm::dyn_cast<llvm::MemTransferInst>(copy);
      const bool readsOthers = transfer && !memory_.isPrivate(transfer->getSource()) && !copiesConstant(*transfer);
      return !staysInside(copy->getDest()) || readsOthers;
    }
    if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction)) return !isIdle(*call);
    return divisionMayFail(instruction) || instruction.mayReadOrWriteMemory() || instruction.mayThrow();
  }

  bool isIdle(const llvm::CallBase& call) const {
    if (const auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&call)) {
      return intrinsic->isAssumeLikeIntrinsic() || (!call.mayReadOrWriteMemory() && call.willReturn());
    }
    return isDelay(call, memory_);
  }

  // What is written there does not live on after the loop.
  bool staysInside(const Value* pointer) {
    const auto* object = llvm::dyn_cast<llvm::AllocaInst>(underlyingObject(pointer));
    if (!object || !memory_.isPrivate(pointer)) return false;
    const auto [entry, isNew] = inside_.try_emplace(object, false);
    if (!isNew) return entry->second;
    llvm::SmallVector<BasicBlock*, 4> exits;
    loop_.getExitBlocks(exits);
    const bool isLive = llvm::any_of(exits, [&](const BasicBlock* exit) { return isLiveAt(*exit, *object); });
    return inside_[object] = !isLive;
  }

  void mark(const Value* value) {
    const auto* instruction = llvm::dyn_cast<Instruction>(value);
    if (instruction && loop_.contains(instruction) && marked_.insert(instruction).second) open_.push_back(instruction);
  }

  void markDeciders(const BasicBlock* block) {
    if (const auto found = deciders_.find(block); found != deciders_.end())
      for (const Instruction* decider : found->second) mark(decider);
  }

  void follow(const Instruction& instruction) {
    for (const Value* operand : instruction.operand_values()) mark(operand);
    markDeciders(instruction.getParent());
    if (const auto* phi = llvm::dyn_cast<llvm::PHINode>(&instruction)) {
      for (const BasicBlock* before : phi->blocks()) {
        mark(before->getTerminator());
        markDeciders(before);
      }
    }
    if (instruction.mayReadFromMemory()) markStores(instruction);
  }

  // What a load that matters may find.
  void markStores(const Instruction& reader) {
    for (const Value* operand : reader.operand_values()) {
      if (!operand->getType()->isPointerTy()) continue;
      const Value* object = underlyingObject(operand);
      for (const BasicBlock* block : loop_.blocks())
        for (const Instruction& instruction : *block)
          if (writes(instruction, object)) mark(&instruction);
    }
  }

  static bool writes(const Instruction& instruction, const Value* object) {
    if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction))
      return underlyingObject(store->getPointerOperand()) == object;
    const auto* copy = llvm::dyn_cast<llvm::MemIntrinsic>(&instruction);
    return copy && underlyingObject(copy->getDest()) == object;
  }

  const llvm::Loop& loop_;
  const MemoryFacts& memory_;
  llvm::DenseMap<const BasicBlock*, llvm::SmallVector<const Instruction*, 2>> deciders_;
  llvm::DenseMap<const llvm::AllocaInst*, bool> inside_;
  llvm::SmallPtrSet<const Instruction*, 32> marked_;
  llvm::SmallVector<const Instruction*, 32> open_;
};

// Whether others decide on anything in the loop; if not, it is no loop that waits.
bool looksOutside(const llvm::Loop& loop, const MemoryFacts& memory) {
  return llvm::any_of(loop.blocks(), [&](const BasicBlock* block) {
    return llvm::any_of(*block, [&](const Instruction& instruction) { return readsOutside(instruction, memory); });
  });
}

}  // namespace

Delays::Delays(const llvm::Loop& loop, const MemoryFacts& memory) {
  if (!looksOutside(loop, memory)) return;
  llvm::Function& function = *loop.getHeader()->getParent();
  if (hasHiddenLoops(function, llvm::LoopInfo(llvm::DominatorTree(function)))) return;
  llvm::PostDominatorTree postDominators(function);
  const Relevance relevance(loop, endsInDoubt(loop, memory), memory, postDominators);
  for (const llvm::PHINode& variable : loop.getHeader()->phis())
    if (!relevance.matters(variable)) variables_.insert(&variable);
  for (const BasicBlock* block : loop.blocks()) {
    for (const Instruction& instruction : *block)
      if (llvm::isa<llvm::StoreInst, llvm::MemIntrinsic>(instruction) && !relevance.matters(instruction))
        idle_.insert(&instruction);
    if (!isConditional(*block->getTerminator()) || relevance.matters(*block->getTerminator())) continue;
    BasicBlock* const end = endOf(*block, postDominators);
    if (!end || !loop.contains(end) || end == loop.getHeader()) continue;
    const Blocks inside = between(*block, end);
    if (!llvm::all_of(inside, [&](const BasicBlock* b) { return loop.contains(b); })) continue;
    behind_[block] = end;
    inside_.insert(inside.begin(), inside.end());
  }
}

}  // namespace heddle::analysis
