#include "analysis/loops/reload.h"

#include <llvm/ADT/SmallPtrSet.h>

#include "analysis/loops/after_exchange.h"

namespace heddle::analysis {
namespace {

using llvm::PHINode;
using llvm::Value;

// The load that gives the variable its first value, if it is the last thing
// before the loop that has to do with memory and nothing else uses it.
const llvm::LoadInst* firstLoad(const llvm::Loop& loop, const PHINode& variable) {
  const llvm::BasicBlock* const before = loop.getLoopPreheader();  // whoever loads enters the loop
  if (!before) return nullptr;
  Value* value = variable.getIncomingValueForBlock(before);
  const auto* const load = llvm::dyn_cast<llvm::LoadInst>(withoutCasts(value));
  if (!load || load->getParent() != before) return nullptr;
  for (const llvm::Instruction* next = load->getNextNode(); next; next = next->getNextNode()) {
    if (next->mayReadOrWriteMemory() || next->mayHaveSideEffects()) return nullptr;
  }
  for (auto* part = llvm::cast<llvm::Instruction>(value);; part = llvm::cast<llvm::Instruction>(part->getOperand(0))) {
    if (!part->hasOneUse()) return nullptr;
    if (part == load) return load;
  }
}

// Whether `value` is what the load would have found at another time. It must
// not be ordered less than the load: the iterations that are left out could then do
// what those that are run cannot. And a plain load may race.
bool isFoundLater(Value& value, const llvm::LoadInst& load, const llvm::Loop& loop, const MemoryFacts& memory) {
  const auto isAsGood = [&](const llvm::Instruction& access, const Value* word, llvm::AtomicOrdering order) {
    if (!loop.contains(&access) || !isSameWord(loop, word, load.getPointerOperand())) return false;
    return load.isAtomic() ? llvm::isAtLeastOrStrongerThan(order, load.getOrdering()) : !memory.plainAccessesRace;
  };
  Value* const found = withoutCasts(&value);
  if (found->getType() != load.getType()) return false;
  if (const auto* again = llvm::dyn_cast<llvm::LoadInst>(found))
    return isAsGood(*again, again->getPointerOperand(), again->getOrdering());
  const auto* const part = llvm::dyn_cast<llvm::ExtractValueInst>(found);
  if (!part || part->getNumIndices() != 1 || part->getIndices()[0] != 0) return false;
  const auto* const exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(part->getAggregateOperand());
  return exchange && isAsGood(*exchange, exchange->getPointerOperand(), exchange->getFailureOrdering());
}

bool isReloaded(const PHINode& variable, const llvm::Loop& loop, const MemoryFacts& memory) {
  const llvm::LoadInst* const load = firstLoad(loop, variable);
  if (!load) return false;
  llvm::SmallPtrSet<const Value*, 8> seen{&variable};
  llvm::SmallVector<Value*, 8> open{variable.getIncomingValueForBlock(loop.getLoopLatch())};
  while (!open.empty()) {
    Value* const value = open.pop_back_val();
    if (!seen.insert(value).second || isFoundLater(*value, *load, loop, memory)) continue;
    auto* const phi = llvm::dyn_cast<PHINode>(value);
    if (!phi || !loop.contains(phi)) return false;
    open.append(phi->value_op_begin(), phi->value_op_end());
  }
  return true;
}

}  // namespace

bool isSameWord(const llvm::Loop& loop, const Value* x, const Value* y) {
  const Value* const base = commonBase(loop.getHeader()->getDataLayout(), x, y);
  return base && loop.isLoopInvariant(base);
}

const PHINode* reloadedVariable(const llvm::Loop& loop, const MemoryFacts& memory) {
  if (!loop.isInnermost() || !loop.getLoopLatch()) return nullptr;
  for (const PHINode& variable : loop.getHeader()->phis()) {
    if (isReloaded(variable, loop, memory)) return &variable;
  }
  return nullptr;
}

}  // namespace heddle::analysis
