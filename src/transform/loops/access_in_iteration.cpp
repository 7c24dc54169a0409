#include "transform/loops/access_in_iteration.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/Transforms/Utils/Local.h>
#include <llvm/Transforms/Utils/SSAUpdater.h>

#include "analysis/loops/after_exchange.h"
#include "analysis/loops/peeled_access.h"
#include "analysis/loops/purity.h"
#include "analysis/loops/reload.h"

namespace heddle::transform {
namespace {

using llvm::BasicBlock;
using llvm::Instruction;
using llvm::Value;

bool isPlain(const Instruction& access) { return !access.isAtomic() && !access.isVolatile(); }

// A loop whose compare-exchange expects what is in plain memory, and leaves
// there what it has found. Nobody else can write it meanwhile without a data
// race: the thread releases nothing between its own store and the next load.
class InMemory {
 public:
  explicit InMemory(llvm::Loop& loop) : loop_(loop), before_(loop.getLoopPreheader()) {}

  bool isFound() {
    if (!before_ || !findLoad() || !findFirst()) return false;
    const auto fails = [&](Instruction& next) { return isHarmless(next); };
    const auto succeeds = [](const Instruction&) { return true; };
    if (analysis::wayBehind(loop_, *exchange_, false, fails) != loop_.getHeader() || !again_ || touchesMore())
      return false;
    const BasicBlock* const out = analysis::wayBehind(loop_, *exchange_, true, succeeds);
    return out && !loop_.contains(out);
  }

  // The variable becomes a register, which each iteration stores.
  void rewrite(Discarded& discarded) {
    Value* const found = again_->getValueOperand();
    llvm::IRBuilder<> atFirst(first_), atAgain(again_), atLoad(load_);
    llvm::SSAUpdater values;
    values.Initialize(load_->getType(), "expected");
    values.AddAvailableValue(before_, atFirst.CreateBitOrPointerCast(first_->getValueOperand(), load_->getType()));
    values.AddAvailableValue(again_->getParent(), atAgain.CreateBitOrPointerCast(found, load_->getType()));
    Value* const expected = values.GetValueInMiddleOfBlock(load_->getParent());
    atLoad.SetCurrentDebugLocation(first_->getDebugLoc());
    atLoad.CreateAlignedStore(expected, load_->getPointerOperand(), load_->getAlign());
    load_->replaceAllUsesWith(expected);
    for (Instruction* access : std::initializer_list<Instruction*>{load_, first_, again_}) discarded.add(*access);
  }

 private:
  // What the exchange expects is the first thing that an iteration has to do with memory.
  bool findLoad() {
    const auto touches = [](const Instruction& instruction) {
      return instruction.mayReadOrWriteMemory() && !instruction.isDebugOrPseudoInst();
    };
    const auto first = llvm::find_if(*loop_.getHeader(), touches);
    if (first == loop_.getHeader()->end()) return false;
    load_ = llvm::dyn_cast<llvm::LoadInst>(&*first);
    if (!load_ || !isPlain(*load_) || !load_->hasOneUse()) return false;
    Value* user = load_->user_back();
    while (llvm::isa<llvm::CastInst>(user) && user->hasOneUse()) user = user->user_back();
    exchange_ = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(user);
    return exchange_ && loop_.contains(exchange_) && analysis::withoutCasts(exchange_->getCompareOperand()) == load_;
  }

  // Where it comes from before the loop: the last thing that has to do with memory.
  bool findFirst() {
    for (Instruction& instruction : llvm::reverse(*before_)) {
      if (!instruction.mayReadOrWriteMemory() && !instruction.mayHaveSideEffects()) continue;
      first_ = llvm::dyn_cast<llvm::StoreInst>(&instruction);
      return first_ && isVariable(*first_);
    }
    return false;
  }

  bool isVariable(const llvm::StoreInst& store) const {
    return isPlain(store) && analysis::isSameWord(loop_, store.getPointerOperand(), load_->getPointerOperand()) &&
           llvm::CastInst::isBitOrNoopPointerCastable(store.getValueOperand()->getType(), load_->getType(),
                                                      loop_.getHeader()->getDataLayout());
  }

  bool isHarmless(Instruction& instruction) {
    if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction); store && !again_) {
      const auto* found = llvm::dyn_cast<llvm::ExtractValueInst>(analysis::withoutCasts(store->getOperand(0)));
      const bool isFound =
          found && found->getAggregateOperand() == exchange_ && found->getIndices() == llvm::ArrayRef<unsigned>{0};
      if (!isFound || !isVariable(*store)) return false;
      again_ = store;
      return true;
    }
    return !instruction.mayReadOrWriteMemory() && !instruction.mayHaveSideEffects();
  }

  bool touchesMore() const {
    return llvm::any_of(loop_.blocks(), [&](const BasicBlock* block) {
      return llvm::any_of(*block, [&](const Instruction& instruction) {
        return instruction.mayReadOrWriteMemory() && &instruction != load_ && &instruction != exchange_ &&
               &instruction != again_ && !instruction.isDebugOrPseudoInst();
      });
    });
  }

  llvm::Loop& loop_;
  BasicBlock* before_;
  llvm::LoadInst* load_ = nullptr;
  llvm::AtomicCmpXchgInst* exchange_ = nullptr;
  llvm::StoreInst* first_ = nullptr;
  llvm::StoreInst* again_ = nullptr;  // of what the exchange has found
};

// clang casts what was loaded also where nobody wants it.
void dropUnusedCasts(BasicBlock& block, Discarded& discarded) {
  for (Instruction& instruction : llvm::make_early_inc_range(block)) {
    if (!llvm::isa<llvm::CastInst>(instruction) || !instruction.use_empty()) continue;
    llvm::salvageDebugInfo(instruction);
    discarded.add(instruction);
  }
}

// Whether each iteration that comes back has tried, failed, and left what it has
// found in the variable. Otherwise it would go on with what it had, not load again.
bool isFoundInEachIteration(const llvm::Loop& loop, const llvm::PHINode& variable,
                            const llvm::DominatorTree& dominators) {
  llvm::AtomicCmpXchgInst* exchange = nullptr;
  for (BasicBlock* block : loop.blocks()) {
    for (Instruction& instruction : *block) {
      auto* const one = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction);
      if (one && exchange) return false;
      if (one) exchange = one;
    }
  }
  if (!exchange || !dominators.dominates(exchange->getParent(), loop.getLoopLatch())) return false;
  llvm::SmallVector<BasicBlock*, 4> way;
  const auto any = [](const Instruction&) { return true; };
  if (analysis::wayBehind(loop, *exchange, /*success=*/false, any, &way) != loop.getHeader()) return false;
  Value* value = variable.getIncomingValueForBlock(way.back());
  for (std::size_t i = way.size() - 1; i > 0; --i) {
    value = analysis::withoutCasts(value);
    if (auto* phi = llvm::dyn_cast<llvm::PHINode>(value); phi && phi->getParent() == way[i])
      value = phi->getIncomingValueForBlock(way[i - 1]);
  }
  const auto* const found = llvm::dyn_cast<llvm::ExtractValueInst>(analysis::withoutCasts(value));
  return found && found->getAggregateOperand() == exchange;
}

// The load comes to the beginning of the loop, with what casts its result.
void moveLoad(const llvm::Loop& loop, llvm::PHINode& variable, Discarded& discarded) {
  Value* const value = variable.getIncomingValueForBlock(loop.getLoopPreheader());
  llvm::SmallVector<Instruction*, 2> parts{llvm::cast<Instruction>(value)};
  while (!llvm::isa<llvm::LoadInst>(parts.back()))
    parts.push_back(llvm::cast<Instruction>(parts.back()->getOperand(0)));
  Instruction& at = *loop.getHeader()->getFirstInsertionPt();
  for (Instruction* part : llvm::reverse(parts)) part->moveBefore(&at);
  variable.replaceAllUsesWith(value);
  discarded.add(variable);
}

}  // namespace

void accessInEachIteration(const llvm::LoopInfo& loops, Discarded& discarded) {
  for (const llvm::Loop* loop : loops.getLoopsInPreorder()) {
    for (BasicBlock* before : llvm::predecessors(loop->getHeader())) dropUnusedCasts(*before, discarded);
    llvm::PHINode* const variable = analysis::peeledAccess(*loop);
    if (!variable) continue;
    BasicBlock* const first = loop->getLoopPredecessor();
    Value* const value = variable->getIncomingValueForBlock(first);
    Instruction& at = *loop->getHeader()->getFirstInsertionPt();
    std::vector<Instruction*> others;
    for (BasicBlock* block : variable->blocks()) {
      const auto parts = analysis::accessAtEnd(*variable, *block);
      if (block != first)
        others.insert(others.end(), parts.begin(), parts.end());
      else
        for (Instruction* part : llvm::reverse(parts)) part->moveBefore(&at);
    }
    variable->replaceAllUsesWith(value);
    discarded.add(*variable);
    for (Instruction* part : others) discarded.add(*part);
  }
}

void loadInEachIteration(const llvm::LoopInfo& loops, const llvm::DominatorTree& dominators,
                         const analysis::MemoryFacts& memory, Discarded& discarded) {
  for (llvm::Loop* loop : loops.getLoopsInPreorder()) {
    if (BasicBlock* before = loop->getLoopPredecessor()) dropUnusedCasts(*before, discarded);
    if (InMemory inMemory(*loop); memory.plainAccessesRace && inMemory.isFound()) inMemory.rewrite(discarded);
    const llvm::PHINode* const variable = analysis::reloadedVariable(*loop, memory);
    if (!variable || !isFoundInEachIteration(*loop, *variable, dominators)) continue;
    const auto purity = analysis::findPurity(*loop, analysis::LoopOrder(*loop), memory);
    if (purity.reloaded == variable) moveLoad(*loop, const_cast<llvm::PHINode&>(*variable), discarded);
  }
}

}  // namespace heddle::transform
