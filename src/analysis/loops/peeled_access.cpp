#include "analysis/loops/peeled_access.h"

#include "analysis/loops/reload.h"

namespace heddle::analysis {
namespace {

using llvm::BasicBlock;
using llvm::Instruction;
using llvm::PHINode;

bool isLastAccess(const Instruction& access) {
  for (const Instruction* next = access.getNextNode(); next; next = next->getNextNode())
    if (!next->isDebugOrPseudoInst() && !next->isLifetimeStartOrEnd() &&
        (next->mayReadOrWriteMemory() || next->mayHaveSideEffects()))
      return false;
  return true;
}

const llvm::Value* pointerOf(const Instruction& access) {
  if (const auto* update = llvm::dyn_cast<llvm::AtomicRMWInst>(&access)) return update->getPointerOperand();
  return llvm::getLoadStorePointerOperand(&access);
}

// Whether both do the same, whatever iteration it is.
bool isSameAccess(const llvm::Loop& loop, const Instruction& x, const Instruction& y) {
  if (!x.isSameOperationAs(&y) || !isSameWord(loop, pointerOf(x), pointerOf(y))) return false;
  const auto* const update = llvm::dyn_cast<llvm::AtomicRMWInst>(&x);
  if (!update) return true;
  const llvm::Value* const operand = update->getValOperand();
  return loop.isLoopInvariant(operand) && operand == llvm::cast<llvm::AtomicRMWInst>(y).getValOperand();
}

bool isPeeled(const llvm::Loop& loop, const PHINode& variable) {
  const BasicBlock* const before = loop.getLoopPredecessor();
  if (!before) return false;
  const auto first = accessAtEnd(variable, *before);
  return !first.empty() && llvm::all_of(variable.blocks(), [&](const BasicBlock* block) {
    const auto again = accessAtEnd(variable, *block);
    const auto isSameCast = [](const Instruction* x, const Instruction* y) { return x->isSameOperationAs(y); };
    return block->getSingleSuccessor() == loop.getHeader() && first.size() == again.size() &&
           std::equal(first.begin(), first.end(), again.begin(), isSameCast) &&
           isSameAccess(loop, *first.back(), *again.back());
  });
}

}  // namespace

llvm::SmallVector<Instruction*, 2> accessAtEnd(const PHINode& variable, const BasicBlock& block) {
  llvm::SmallVector<Instruction*, 2> parts;
  for (llvm::Value* value = variable.getIncomingValueForBlock(&block);;) {
    auto* const part = llvm::dyn_cast<Instruction>(value);
    if (!part || part->getParent() != &block || !part->hasOneUse()) return {};
    parts.push_back(part);
    if (llvm::isa<llvm::LoadInst, llvm::AtomicRMWInst>(part)) break;
    if (!llvm::isa<llvm::CastInst>(part)) return {};
    value = part->getOperand(0);
  }
  if (!isLastAccess(*parts.back())) return {};
  return parts;
}

PHINode* peeledAccess(const llvm::Loop& loop) {
  for (PHINode& variable : loop.getHeader()->phis())
    if (isPeeled(loop, variable)) return &variable;
  return nullptr;
}

}  // namespace heddle::analysis
