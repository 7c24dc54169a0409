#include "transform/claims.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include "core/hooks.h"
#include "transform/predicate.h"

namespace heddle::transform {
namespace {

using llvm::BasicBlock;
using llvm::Instruction;
using llvm::Value;

constexpr char kClaim[] = "heddle.claim";

// clang loads and compares pointers as integers.
Value* withoutCasts(Value* value) {
  while (llvm::isa<llvm::IntToPtrInst, llvm::PtrToIntInst, llvm::BitCastInst>(value))
    value = llvm::cast<Instruction>(value)->getOperand(0);
  return value;
}

bool isSameWord(const llvm::LoadInst& load, const llvm::AtomicCmpXchgInst& exchange) {
  const llvm::DataLayout& layout = load.getDataLayout();
  if (layout.getTypeStoreSize(load.getType()) != layout.getTypeStoreSize(exchange.getNewValOperand()->getType()))
    return false;
  llvm::APInt loadOffset(64, 0), exchangeOffset(64, 0);
  const Value* const loaded = load.getPointerOperand()->stripAndAccumulateConstantOffsets(layout, loadOffset, true);
  const Value* const exchanged =
      exchange.getPointerOperand()->stripAndAccumulateConstantOffsets(layout, exchangeOffset, true);
  return loaded == exchanged && loadOffset == exchangeOffset;
}

// The way from the load to the compare-exchange: one block behind the other,
// from which others may branch off.
class Way {
 public:
  Way(llvm::LoadInst& load, llvm::AtomicCmpXchgInst& confirmation, const llvm::DominatorTree& dominators,
      const SharedMemory& memory)
      : load_(load), confirmation_(confirmation), dominators_(dominators), memory_(memory), claims_(load, dominators) {
    findLeading();
  }

  bool isClear() {
    llvm::SmallPtrSet<const BasicBlock*, 8> passed;
    for (Instruction* next = load_.getNextNode(); next != &confirmation_;) {
      if (!next->isTerminator()) {
        if (!isHarmless(*next)) return false;
        next = next->getNextNode();
        continue;
      }
      BasicBlock* const block = follow(*next);
      if (!block || !passed.insert(block).second) return false;
      next = &block->front();
    }
    const bool needsWords = llvm::any_of(claims_.words(), [](const Value* word) { return word != nullptr; });
    return !needsWords && (claims_.isEmpty() || !hasPlainAccesses_);
  }

  const Predicate& claims() const { return claims_; }

 private:
  // Blocks from which the compare-exchange can be reached without the load.
  void findLeading() {
    llvm::SmallVector<BasicBlock*, 8> open{confirmation_.getParent()};
    leading_.insert(confirmation_.getParent());
    while (!open.empty()) {
      BasicBlock* const block = open.pop_back_val();
      if (block == load_.getParent()) continue;
      for (BasicBlock* before : llvm::predecessors(block))
        if (leading_.insert(before).second) open.push_back(before);
    }
  }
  bool leads(const BasicBlock* block) const { return block != load_.getParent() && leading_.contains(block); }

  // The block that the way goes on with; null if it is not the only one, or
  // others are left for by something else than the value found.
  BasicBlock* follow(Instruction& end) {
    auto* const branch = llvm::dyn_cast<llvm::BranchInst>(&end);
    if (!branch) return nullptr;
    if (!branch->isConditional()) return leads(branch->getSuccessor(0)) ? branch->getSuccessor(0) : nullptr;
    const bool first = leads(branch->getSuccessor(0));
    if (first == leads(branch->getSuccessor(1))) return nullptr;
    if (!claims_.require(branch->getCondition(), first)) return nullptr;
    return branch->getSuccessor(first ? 0 : 1);
  }

  bool isHarmless(Instruction& instruction) {
    if (instruction.isDebugOrPseudoInst() || instruction.isLifetimeStartOrEnd()) return true;
    if (!instruction.mayReadOrWriteMemory()) return !instruction.mayHaveSideEffects();
    Value* const pointer = llvm::getLoadStorePointerOperand(&instruction);
    if (!pointer || instruction.isVolatile()) return false;
    if (memory_.isPrivate(pointer)) return true;
    hasPlainAccesses_ = true;
    return !instruction.isAtomic() && isKnownBefore(pointer);
  }

  bool isKnownBefore(Value* value) const {
    auto* const instruction = llvm::dyn_cast<Instruction>(value);
    if (!instruction || dominators_.dominates(instruction, &load_)) return true;
    return llvm::isa<llvm::GetElementPtrInst, llvm::CastInst>(instruction) &&
           llvm::all_of(instruction->operand_values(), [&](Value* operand) { return isKnownBefore(operand); });
  }

  llvm::LoadInst& load_;
  llvm::AtomicCmpXchgInst& confirmation_;
  const llvm::DominatorTree& dominators_;
  const SharedMemory& memory_;
  llvm::SmallPtrSet<const BasicBlock*, 8> leading_;
  Predicate claims_;
  bool hasPlainAccesses_ = false;
};

}  // namespace

bool markClaim(llvm::AtomicCmpXchgInst& confirmation, const llvm::DominatorTree& dominators,
               const SharedMemory& memory) {
  auto* const load = llvm::dyn_cast<llvm::LoadInst>(withoutCasts(confirmation.getCompareOperand()));
  if (!load || !load->isAtomic() || load->getMetadata(kClaim) || !dominators.dominates(load, &confirmation))
    return false;
  if (!isSameWord(*load, confirmation)) return false;
  Way way(*load, confirmation, dominators, memory);
  if (!way.isClear()) return false;
  llvm::LLVMContext& context = load->getContext();
  const std::string name = way.claims().isEmpty() ? "" : way.claims().outline(core::hooks::kCondition)->getName().str();
  load->setMetadata(kClaim, llvm::MDNode::get(context, llvm::MDString::get(context, name)));
  return true;
}

void describeClaim(const llvm::LoadInst& load, core::Site& facts) {
  const llvm::MDNode* const mark = load.getMetadata(kClaim);
  if (!mark) return;
  facts.attempt = core::Attempt::Claim;
  facts.claim = llvm::cast<llvm::MDString>(mark->getOperand(0))->getString().str();
}

}  // namespace heddle::transform
