#include "transform/loops/confirmation_loops.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include "analysis/instructions.h"
#include "analysis/loops/after_exchange.h"
#include "analysis/loops/calls.h"
#include "analysis/loops/effects.h"
#include "analysis/loops/hidden_races.h"
#include "core/hooks.h"
#include "transform/loops/predicate.h"

namespace heddle::transform {
namespace {

using llvm::BasicBlock;
using llvm::Instruction;
using llvm::Value;

constexpr char kSpeculation[] = "heddle.speculative";
constexpr char kConfirm[] = "heddle.confirm";

bool isSameWord(const llvm::LoadInst& load, const llvm::AtomicCmpXchgInst& exchange) {
  const llvm::DataLayout& layout = load.getDataLayout();
  return layout.getTypeStoreSize(load.getType()) == layout.getTypeStoreSize(exchange.getNewValOperand()->getType()) &&
         analysis::commonBase(layout, load.getPointerOperand(), exchange.getPointerOperand());
}

// The way from the load to the compare-exchange: one block after the other,
// from which others may branch off.
class Way {
 public:
  Way(llvm::LoadInst& load, llvm::AtomicCmpXchgInst& confirmation, const llvm::DominatorTree& dominators,
      analysis::LoopEffects effects, const SharedMemory& memory)
      : load_(load),
        confirmation_(confirmation),
        dominators_(dominators),
        effects_(std::move(effects)),
        memory_(memory),
        speculates_(load, dominators) {
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
    const bool needsWords = llvm::any_of(speculates_.words(), [](const Value* word) { return word != nullptr; });
    const bool hasWaysOut = !speculates_.isEmpty();
    return !needsWords && hasPlainAccesses_ + hasWaysOut <= 1 &&
           !(hasOtherReads_ && (hasPlainAccesses_ || hasWaysOut || mayFail_));
  }

  const Predicate& speculates() const { return speculates_; }

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
    if (!speculates_.require(branch->getCondition(), first)) return nullptr;
    return branch->getSuccessor(first ? 0 : 1);
  }

  bool isHarmless(Instruction& instruction) {
    if (instruction.isDebugOrPseudoInst() || instruction.isLifetimeStartOrEnd()) return true;
    mayFail_ = mayFail_ || analysis::divisionMayFail(instruction);
    if (!instruction.mayReadOrWriteMemory()) return !instruction.mayHaveSideEffects();
    Value* const pointer = llvm::getLoadStorePointerOperand(&instruction);
    if (!pointer || instruction.isVolatile()) return false;
    if (memory_.isPrivate(pointer)) return true;
    if (instruction.isAtomic()) {
      hasOtherReads_ = true;
      return llvm::isa<llvm::LoadInst>(instruction) && !effects_.of(instruction).mayFail;
    }
    hasPlainAccesses_ = true;
    return isKnownBefore(pointer);
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
  analysis::LoopEffects effects_;
  const SharedMemory& memory_;
  llvm::SmallPtrSet<const BasicBlock*, 8> leading_;
  Predicate speculates_;
  bool hasPlainAccesses_ = false;
  bool hasOtherReads_ = false;
  bool mayFail_ = false;
};

// Whether an iteration in which the compare-exchange fails has no effect.
class Iterations {
 public:
  Iterations(const llvm::Loop& loop, llvm::AtomicCmpXchgInst& confirmation, const analysis::MemoryFacts& memory)
      : loop_(loop), confirmation_(confirmation), memory_(memory) {}

  bool areTriedAgain() {
    return keepsVariables() && hasNoOtherEffect() && endsAtOnce() &&
           !analysis::mayHideRace(loop_, confirmation_, memory_, analysis::Exchanges::Failed);
  }

 private:
  bool keepsVariables() const {
    llvm::SmallVector<BasicBlock*, 2> latches;
    loop_.getLoopLatches(latches);
    return llvm::all_of(loop_.getHeader()->phis(), [&](const llvm::PHINode& phi) {
      return llvm::all_of(latches, [&](BasicBlock* latch) { return phi.getIncomingValueForBlock(latch) == &phi; });
    });
  }

  bool hasNoOtherEffect() const {
    analysis::LoopEffects effects(loop_, memory_);
    return llvm::all_of(loop_.blocks(), [&](BasicBlock* block) {
      return llvm::all_of(*block, [&](Instruction& instruction) {
        return &instruction == &confirmation_ || effects.of(instruction).kind == analysis::Effect::Kind::None;
      });
    });
  }

  bool endsAtOnce() const {
    const auto isHarmless = [&](const Instruction& instruction) {
      if (instruction.isDebugOrPseudoInst() || instruction.isLifetimeStartOrEnd()) return true;
      if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction); call && analysis::isDelay(*call, memory_))
        return true;
      return !instruction.mayReadOrWriteMemory() && !instruction.mayHaveSideEffects() &&
             !analysis::divisionMayFail(instruction);
    };
    return analysis::wayBehind(loop_, confirmation_, /*success=*/false, isHarmless) == loop_.getHeader();
  }

  const llvm::Loop& loop_;
  llvm::AtomicCmpXchgInst& confirmation_;
  const analysis::MemoryFacts& memory_;
};

// The load of the same word whose value the compare-exchange expects.
llvm::LoadInst* speculationOf(llvm::AtomicCmpXchgInst& exchange, const llvm::Loop& loop,
                              const llvm::DominatorTree& dominators) {
  auto* const load = llvm::dyn_cast<llvm::LoadInst>(analysis::withoutCasts(exchange.getCompareOperand()));
  if (!load || !load->isAtomic() || !loop.contains(load) || load->getMetadata(kSpeculation)) return nullptr;
  return dominators.dominates(load, &exchange) && isSameWord(*load, exchange) ? load : nullptr;
}

}  // namespace

void markSpeculativeReads(llvm::Function& function, const llvm::LoopInfo& loops, const llvm::DominatorTree& dominators,
                          const SharedMemory& memory, const analysis::MemoryFacts& facts) {
  llvm::LLVMContext& context = function.getContext();
  const auto mark = [&](Instruction& instruction, const char* kind, llvm::StringRef text) {
    instruction.setMetadata(kind, llvm::MDNode::get(context, llvm::MDString::get(context, text)));
  };
  for (BasicBlock& block : function) {
    const llvm::Loop* const loop = loops.getLoopFor(&block);
    if (!loop) continue;
    for (Instruction& instruction : block) {
      auto* const exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction);
      llvm::LoadInst* const load = exchange ? speculationOf(*exchange, *loop, dominators) : nullptr;
      if (!load || memory.isPrivate(load->getPointerOperand())) continue;
      Way way(*load, *exchange, dominators, analysis::LoopEffects(*loop, facts), memory);
      if (!way.isClear() || !Iterations(*loop, *exchange, facts).areTriedAgain()) continue;
      const Predicate& speculates = way.speculates();
      mark(*load, kSpeculation, speculates.isEmpty() ? "" : speculates.outline(core::hooks::kCondition)->getName());
      mark(*exchange, kConfirm, "");
    }
  }
}

void describeSpeculation(const llvm::LoadInst& load, core::Site& facts) {
  const llvm::MDNode* const mark = load.getMetadata(kSpeculation);
  if (!mark) return;
  facts.role = core::LoopRole::SpeculativeRead;
  facts.speculates = llvm::cast<llvm::MDString>(mark->getOperand(0))->getString().str();
}

bool isSpeculativeRead(const llvm::LoadInst& load) { return load.getMetadata(kSpeculation) != nullptr; }

bool isConfirmation(const llvm::AtomicCmpXchgInst& exchange) { return exchange.getMetadata(kConfirm) != nullptr; }

}  // namespace heddle::transform
