#include "transform/loops/early_assumes.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/CaptureTracking.h>
#include <llvm/Analysis/InstSimplifyFolder.h>
#include <llvm/Analysis/InstructionSimplify.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/Transforms/Utils/Local.h>

#include "analysis/instructions.h"
#include "analysis/loops/known_calls.h"
#include "transform/loops/confirmation_loops.h"
#include "transform/loops/purity_assumes.h"
#include "transform/loops/rolled_back_additions.h"

namespace heddle::transform {
namespace {

using llvm::BasicBlock;
using llvm::CallInst;
using llvm::Instruction;
using llvm::Value;
using Builder = llvm::IRBuilder<llvm::InstSimplifyFolder>;

// How far away an access is looked for, in blocks, how many copies of an assume that may take, and how far it is
// carried in all.
constexpr unsigned kDeepest = 6;
constexpr unsigned kMostCopies = 16;
constexpr unsigned kLongestWay = 2 * kDeepest;

// Not a speculative read: it has its own way of not being in vain.
bool canWaitAt(const Instruction& access) {
  if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&access)) return !isSpeculativeRead(*load);
  return llvm::isa<llvm::AtomicRMWInst, llvm::AtomicCmpXchgInst>(access);
}

// An assume may be evaluated before it instead of after it. Which of two assumes
// stops a thread must not change if one is the program's: a thread that the
// program stops does not wait for anything.
bool mayPass(const Instruction& instruction, bool isPurity) {
  if (analysis::isAssume(instruction)) return isPurityAssume(llvm::cast<CallInst>(instruction)) == isPurity;
  return !isObserved(instruction);
}

// The instruction that something at `from` cannot be moved over; null if there is none in its block.
Instruction* barrierBefore(Instruction& from, bool isPurity) {
  for (Instruction* one = from.getPrevNode(); one; one = one->getPrevNode())
    if (!mayPass(*one, isPurity)) return one;
  return nullptr;
}

class Mover {
 public:
  Mover(llvm::Function& function, std::vector<LoopRewrite>& rewrites)
      : function_(function), dominators_(function), rewrites_(rewrites) {}

  void run() {
    llvm::SmallVector<CallInst*, 8> assumes;
    for (BasicBlock* block : llvm::ReversePostOrderTraversal<llvm::Function*>(&function_))
      for (Instruction& instruction : *block)
        if (analysis::isAssume(instruction)) assumes.push_back(llvm::cast<CallInst>(&instruction));
    for (CallInst* assume : assumes) {
      if (mayHideRace(*assume) || isOfRolledBack(*assume)) continue;
      unsigned copies = 0;
      Way none;
      if (!leadsToAccess(*assume, isPurityAssume(*assume), none, copies) || copies > kMostCopies) continue;
      Assumes made;
      Assumes* const recorded = find(*assume);
      moveUp(*assume, none, made);
      if (recorded) *recorded = std::move(made);
    }
  }

 private:
  // The blocks that an assume was carried over, from where it stood.
  using Way = llvm::SmallVector<const BasicBlock*, kDeepest>;

  Assumes* find(CallInst& assume) {
    for (LoopRewrite& rewrite : rewrites_)
      for (Assumes& assumes : rewrite.assumes)
        if (llvm::is_contained(assumes, &assume)) return &assumes;
    return nullptr;
  }

  // Whether it is at the end of each way to the block, and only there, that one
  // comes into the block. What is asked of an iteration is asked in it, so that
  // such an assume does not move over a back edge; the program's may, once.
  bool hasPlainWaysIn(const BasicBlock& block, bool isPurity, const Way& way) const {
    if (block.isEntryBlock() || block.isEHPad()) return false;
    return llvm::all_of(llvm::predecessors(&block), [&](const BasicBlock* before) {
      const bool isBack =
          before == &block || llvm::is_contained(way, before) || (isPurity && dominators_.dominates(&block, before));
      return !isBack && llvm::isa<llvm::BranchInst>(before->getTerminator());
    });
  }

  bool leadsToAccess(Instruction& from, bool isPurity, Way& way, unsigned& copies, unsigned depth = 0) const {
    if (const Instruction* barrier = barrierBefore(from, isPurity)) {
      ++copies;
      return depth > 0 && canWaitAt(*barrier);
    }
    const BasicBlock& block = *from.getParent();
    if (depth == kDeepest || copies > kMostCopies || !hasPlainWaysIn(block, isPurity, way)) {
      ++copies;
      return false;
    }
    bool leads = false;
    way.push_back(&block);
    for (BasicBlock* before : ways(block))
      leads |= leadsToAccess(*before->getTerminator(), isPurity, way, copies, depth + 1);
    way.pop_back();
    return leads;
  }

  static llvm::SmallSetVector<BasicBlock*, 4> ways(const BasicBlock& block) {
    llvm::SmallSetVector<BasicBlock*, 4> found;
    for (const BasicBlock* before : llvm::predecessors(&block)) found.insert(const_cast<BasicBlock*>(before));
    return found;
  }

  void moveUp(CallInst& assume, Way& way, Assumes& made) {
    unsigned copies = 0;
    if (!leadsToAccess(assume, isPurityAssume(assume), way, copies) || copies > kMostCopies ||
        way.size() == kLongestWay) {
      if (!way.empty()) made.push_back(&assume);
      return;
    }
    way.push_back(assume.getParent());
    for (BasicBlock* before : ways(*assume.getParent()))
      if (CallInst* earlier = copyInto(*before, assume)) moveUp(*earlier, way, made);
    way.pop_back();
    Value* const condition = assume.getArgOperand(0);
    assume.eraseFromParent();
    llvm::RecursivelyDeleteTriviallyDeadInstructions(condition);
  }

  // At the end of `before`: it leads elsewhere, or the condition will hold. Null if that is always so.
  CallInst* copyInto(BasicBlock& before, CallInst& assume) const {
    auto& branch = llvm::cast<llvm::BranchInst>(*before.getTerminator());
    Builder builder(before.getContext(), llvm::InstSimplifyFolder(function_.getDataLayout()));
    builder.SetInsertPoint(&branch);
    builder.SetCurrentDebugLocation(assume.getDebugLoc());
    llvm::DenseMap<Value*, Value*> values;
    Value* holds =
        builder.CreateIsNotNull(valueAtEnd(before, *assume.getParent(), assume.getArgOperand(0), builder, values));
    if (branch.isConditional() && branch.getSuccessor(0) != branch.getSuccessor(1)) {
      const bool takenIf = branch.getSuccessor(0) == assume.getParent();
      Value* const elsewhere = takenIf ? builder.CreateNot(branch.getCondition()) : branch.getCondition();
      holds = builder.CreateOr(elsewhere, holds);
    }
    if (const auto* known = llvm::dyn_cast<llvm::ConstantInt>(holds); known && known->isOne()) return nullptr;
    auto* const copy = llvm::cast<CallInst>(assume.clone());
    copy->setArgOperand(0, builder.CreateZExt(holds, assume.getArgOperand(0)->getType()));
    return llvm::cast<CallInst>(builder.Insert(copy));
  }

  // What a value of `block` will be if one comes from `before`.
  Value* valueAtEnd(BasicBlock& before, const BasicBlock& block, Value* value, Builder& builder,
                    llvm::DenseMap<Value*, Value*>& values) const {
    auto* const instruction = llvm::dyn_cast<Instruction>(value);
    if (!instruction || instruction->getParent() != &block) return value;
    if (const auto* phi = llvm::dyn_cast<llvm::PHINode>(instruction)) return phi->getIncomingValueForBlock(&before);
    if (Value* made = values.lookup(value)) return made;
    Instruction* const copy = instruction->clone();
    copy->dropPoisonGeneratingFlags();  // the way may not be taken
    for (llvm::Use& operand : copy->operands()) operand = valueAtEnd(before, block, operand, builder, values);
    Value* result = llvm::simplifyInstruction(copy, function_.getDataLayout());
    if (result)
      copy->deleteValue();
    else
      result = builder.Insert(copy);
    return values[value] = result;
  }

  llvm::Function& function_;
  llvm::DominatorTree dominators_;
  std::vector<LoopRewrite>& rewrites_;
};

}  // namespace

bool isObserved(const llvm::Instruction& instruction) {
  // The end of a variable that nobody has a pointer to.
  if (instruction.isLifetimeStartOrEnd())
    return llvm::PointerMayBeCaptured(instruction.getOperand(1), /*ReturnCaptures=*/true, /*StoreCaptures=*/true);
  return instruction.mayReadOrWriteMemory() || instruction.mayHaveSideEffects() ||
         analysis::divisionMayFail(instruction);
}

void moveAssumesUp(llvm::Function& function, std::vector<LoopRewrite>& rewrites) { Mover(function, rewrites).run(); }

}  // namespace heddle::transform
