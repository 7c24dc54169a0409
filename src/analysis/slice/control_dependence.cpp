#include "analysis/slice/control_dependence.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/IR/CFG.h>

namespace heddle::analysis {
namespace {

using Blocks = llvm::SmallPtrSet<const llvm::BasicBlock*, 16>;

// From where the function can end.
Blocks blocksWithWayOut(const llvm::Function& function) {
  Blocks found;
  llvm::SmallVector<const llvm::BasicBlock*, 16> work;
  for (const llvm::BasicBlock& block : function)
    if (llvm::succ_empty(&block) && found.insert(&block).second) work.push_back(&block);
  while (!work.empty())
    for (const llvm::BasicBlock* before : llvm::predecessors(work.pop_back_val()))
      if (found.insert(before).second) work.push_back(before);
  return found;
}

}  // namespace

ControlDependence::ControlDependence(llvm::Function& function) {
  const llvm::PostDominatorTree tree(function);
  for (llvm::BasicBlock& from : function) {
    const llvm::Instruction* const terminator = from.getTerminator();
    if (terminator->getNumSuccessors() < 2) continue;
    const auto* const stop = tree.getNode(&from) ? tree.getNode(&from)->getIDom() : nullptr;
    for (llvm::BasicBlock* to : llvm::successors(&from))
      for (auto* node = tree.getNode(to); node && node != stop && node->getBlock(); node = node->getIDom()) {
        Terminators& deciding = deciding_[node->getBlock()];
        if (!llvm::is_contained(deciding, terminator)) deciding.push_back(terminator);
      }
  }
  const Blocks ending = blocksWithWayOut(function);
  Terminators endless;
  const auto mayStay = [&](const llvm::BasicBlock& block) {
    return llvm::any_of(llvm::successors(&block), [&](const llvm::BasicBlock* next) { return !ending.contains(next); });
  };
  for (const llvm::BasicBlock& block : function)
    if (block.getTerminator()->getNumSuccessors() > 1 && mayStay(block)) endless.push_back(block.getTerminator());
  for (const llvm::BasicBlock& block : function) {
    if (endless.empty() || ending.contains(&block)) continue;
    Terminators& deciding = deciding_[&block];
    for (const llvm::Instruction* terminator : endless)
      if (!llvm::is_contained(deciding, terminator)) deciding.push_back(terminator);
  }
}

const ControlDependence::Terminators& ControlDependence::of(const llvm::BasicBlock& block) const {
  static const Terminators none;
  const auto found = deciding_.find(&block);
  return found == deciding_.end() ? none : found->second;
}

}  // namespace heddle::analysis
