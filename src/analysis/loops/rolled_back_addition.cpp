#include "analysis/loops/rolled_back_addition.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/Constants.h>

#include "analysis/instructions.h"
#include "analysis/loops/calls.h"
#include "analysis/loops/delays.h"
#include "analysis/loops/known_calls.h"
#include "analysis/loops/reload.h"
#include "analysis/value_range.h"

namespace heddle::analysis {
namespace {

using llvm::AtomicRMWInst;
using llvm::BasicBlock;
using llvm::Instruction;
using llvm::Value;

bool touchesNothing(const Instruction& instruction) {
  return instruction.isDebugOrPseudoInst() || instruction.isLifetimeStartOrEnd() ||
         (!instruction.mayReadOrWriteMemory() && !instruction.mayHaveSideEffects() && !divisionMayFail(instruction));
}

// Nothing after it in its block has to do with memory.
bool isLast(const Instruction& instruction) {
  for (const Instruction* next = instruction.getNextNode(); next; next = next->getNextNode())
    if (!touchesNothing(*next)) return false;
  return true;
}

bool isAddition(const AtomicRMWInst& update) {
  return update.getOperation() == AtomicRMWInst::Add || update.getOperation() == AtomicRMWInst::Sub;
}

// Whether one rolls back what the other has added.
bool areOpposite(const AtomicRMWInst& x, const AtomicRMWInst& y) {
  if (x.getType() != y.getType()) return false;
  if (x.getOperation() != y.getOperation()) return x.getValOperand() == y.getValOperand();
  const auto* a = llvm::dyn_cast<llvm::ConstantInt>(x.getValOperand());
  const auto* b = llvm::dyn_cast<llvm::ConstantInt>(y.getValOperand());
  return a && b && (a->getValue() + b->getValue()).isZero();
}

class Recogniser {
 public:
  Recogniser(const llvm::Loop& loop, const llvm::DominatorTree& dominators, const MemoryFacts& memory)
      : loop_(loop), dominators_(dominators), memory_(memory) {}

  std::optional<RolledBackAddition> find() {
    BasicBlock* const exiting = loop_.getExitingBlock();
    if (!exiting || !isInEachIteration(*exiting)) return std::nullopt;
    auto* const branch = llvm::dyn_cast<llvm::BranchInst>(exiting->getTerminator());
    if (!branch || !branch->isConditional() || !findUpdates(*branch)) return std::nullopt;
    found_.branch = branch;
    found_.leavesIf = !loop_.contains(branch->getSuccessor(0));
    if (!isTakenBack() || !decidesOnly(*branch)) return std::nullopt;
    delays_.emplace(loop_, memory_);  // few loops come to this
    const bool isFound = variablesStay() && hasNoOtherEffect() && isLetGoOn();
    return isFound ? std::optional(found_) : std::nullopt;
  }

 private:
  BasicBlock* failed() const { return found_.branch->getSuccessor(found_.leavesIf ? 1 : 0); }

  // And once only.
  bool isInEachIteration(const BasicBlock& block) const {
    llvm::SmallVector<BasicBlock*, 4> latches;
    loop_.getLoopLatches(latches);
    const auto isInner = [&](const llvm::Loop* inner) { return inner->contains(&block); };
    return llvm::all_of(latches, [&](const BasicBlock* latch) { return dominators_.dominates(&block, latch); }) &&
           llvm::none_of(loop_.getSubLoops(), isInner);
  }

  // The attempt before the branch, and one other that is its opposite.
  bool findUpdates(const llvm::BranchInst& branch) {
    found_.attempt = nullptr;
    for (BasicBlock* block : loop_.blocks()) {
      for (Instruction& instruction : *block) {
        auto* const update = llvm::dyn_cast<AtomicRMWInst>(&instruction);
        if (!update) continue;
        AtomicRMWInst*& place = block == branch.getParent() ? found_.attempt : undo_;
        if (place || !isAddition(*update) || !loop_.isLoopInvariant(update->getValOperand())) return false;
        place = update;
      }
    }
    return found_.attempt && undo_ && isLast(*found_.attempt) && areOpposite(*found_.attempt, *undo_) &&
           isWord(undo_->getPointerOperand());
  }

  bool isWord(const Value* pointer) const { return isSameWord(loop_, pointer, found_.attempt->getPointerOperand()); }

  bool variablesStay() const {
    return llvm::all_of(loop_.getHeader()->phis(), [&](const llvm::PHINode& variable) {
      return variable.hasConstantValue() || delays_->onlyDelays(variable) || isUnchanged(variable);
    });
  }
  bool isUnchanged(const llvm::PHINode& variable) const {
    for (unsigned i = 0; i < variable.getNumIncomingValues(); ++i)
      if (loop_.contains(variable.getIncomingBlock(i)) && variable.getIncomingValue(i) != &variable) return false;
    return true;
  }

  // The first thing that an iteration does which has failed.
  bool isTakenBack() const {
    if (undo_->getParent() != failed() || !failed()->getSinglePredecessor() || !undo_->use_empty()) return false;
    for (const Instruction& before : *failed()) {
      if (&before == undo_) return true;
      if (!touchesNothing(before)) return false;
    }
    return false;
  }

  // Nobody knows what the attempt has found but by whether the loop is left.
  bool decidesOnly(const llvm::BranchInst& branch) const {
    llvm::SmallVector<const Value*, 8> open{found_.attempt};
    while (!open.empty()) {
      for (const llvm::User* user : open.pop_back_val()->users()) {
        if (user == &branch) continue;
        const auto* const instruction = llvm::dyn_cast<Instruction>(user);
        if (!instruction || llvm::isa<llvm::PHINode>(instruction) || instruction->isTerminator() ||
            instruction->getParent() != branch.getParent())
          return false;
        open.push_back(instruction);
      }
    }
    return true;
  }

  bool hasNoOtherEffect() {
    for (BasicBlock* block : loop_.blocks())
      for (Instruction& instruction : *block) {
        if (&instruction == found_.attempt || &instruction == undo_ || touchesNothing(instruction)) continue;
        if (instruction.isTerminator() && !llvm::isa<llvm::BranchInst>(instruction)) return false;
        if (!isHarmless(instruction)) return false;
      }
    return true;
  }

  bool isHarmless(Instruction& instruction) {
    if (instruction.isTerminator() || delays_->isIdle(instruction)) return true;
    if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction))
      return load->isAtomic() && load->getType() == found_.attempt->getType() && isWord(load->getPointerOperand());
    if (isAssume(instruction)) return isWaitByAssume(llvm::cast<llvm::CallBase>(instruction));
    const auto* const call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    return call && isDelay(*call, memory_);
  }

  // Whoever would not succeed is stopped: it does not iterate for ever.
  bool isWaitByAssume(const llvm::CallBase& assume) {
    if (!isInEachIteration(*assume.getParent())) return false;
    const auto* const constant = llvm::dyn_cast<llvm::ConstantInt>(assume.getArgOperand(0));
    const auto goesOn = valueRange(*assume.getArgOperand(0));
    const auto succeeds = successes();
    return found_.assumes = (constant && constant->isZero()) || (goesOn && llvm::isa<llvm::LoadInst>(goesOn->of) &&
                                                                 succeeds && succeeds->contains(goesOn->holds));
  }

  // From one attempt to the next, if the word is such that this would succeed.
  bool isLetGoOn() const {
    llvm::SmallPtrSet<const BasicBlock*, 8> seen;
    const BasicBlock* block = failed();
    while (block != found_.branch->getParent()) {
      if (!seen.insert(block).second) return false;
      const auto* const branch = llvm::cast<llvm::BranchInst>(block->getTerminator());
      if (const BasicBlock* after = delays_->after(*block)) {
        block = after;
      } else if (branch->isUnconditional()) {
        block = branch->getSuccessor(0);
      } else if (const auto holds = holdsIfLetGo(*branch->getCondition())) {
        block = branch->getSuccessor(*holds ? 0 : 1);
      } else {
        return false;
      }
    }
    return true;
  }

  // What a condition over a load of the word is then, if that is known.
  std::optional<bool> holdsIfLetGo(const Value& condition) const {
    const auto there = valueRange(condition);
    const auto succeeds = successes();
    if (!succeeds || !there || !llvm::isa<llvm::LoadInst>(there->of)) return std::nullopt;
    return decided(there->holds, *succeeds);
  }

  std::optional<llvm::ConstantRange> successes() const {
    const auto leaves = valueRange(*found_.branch->getCondition());
    if (!leaves || leaves->of != found_.attempt) return std::nullopt;
    return found_.leavesIf ? leaves->holds : leaves->holds.inverse();
  }

  const llvm::Loop& loop_;
  const llvm::DominatorTree& dominators_;
  const MemoryFacts& memory_;
  std::optional<Delays> delays_;
  RolledBackAddition found_{};
  AtomicRMWInst* undo_ = nullptr;
};

}  // namespace

std::optional<RolledBackAddition> rolledBackAddition(const llvm::Loop& loop, const llvm::DominatorTree& dominators,
                                                     const MemoryFacts& memory) {
  return Recogniser(loop, dominators, memory).find();
}

}  // namespace heddle::analysis
