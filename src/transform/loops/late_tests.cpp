#include "transform/loops/late_tests.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/Sequence.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/InstructionSimplify.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Transforms/Utils/LoopRotationUtils.h>
#include <llvm/Transforms/Utils/LoopSimplify.h>

namespace heddle::transform {
namespace {

using llvm::BasicBlock;
using llvm::Instruction;
using llvm::Value;
using llvm::PatternMatch::m_Not;
using llvm::PatternMatch::m_Value;

// No test has more to compute.
constexpr unsigned kLargestTest = 32;

// Whether the value comes from an access or a call of the iteration.
bool isFound(const Value* value, const llvm::Loop& loop, llvm::SmallPtrSetImpl<const Value*>& seen) {
  const auto* const instruction = llvm::dyn_cast<Instruction>(value);
  if (!instruction || !loop.contains(instruction) || !seen.insert(instruction).second) return false;
  if (instruction->mayReadFromMemory()) return true;
  return llvm::any_of(instruction->operand_values(),
                      [&](const Value* operand) { return isFound(operand, loop, seen); });
}

// Whether the test is known to be passed when one comes to the loop: nothing but the variables of the header, which are
// constants then, decides.
bool isKnownAtFirst(const Value* value, const llvm::Loop& loop) {
  if (llvm::isa<llvm::Constant>(value)) return true;
  const auto* const instruction = llvm::dyn_cast<Instruction>(value);
  if (!instruction || instruction->getParent() != loop.getHeader()) return false;
  const auto* const phi = llvm::dyn_cast<llvm::PHINode>(instruction);
  if (!phi)
    return llvm::all_of(instruction->operand_values(), [&](const Value* one) { return isKnownAtFirst(one, loop); });
  return llvm::all_of(llvm::seq(phi->getNumIncomingValues()), [&](unsigned i) {
    return loop.contains(phi->getIncomingBlock(i)) || llvm::isa<llvm::Constant>(phi->getIncomingValue(i));
  });
}

bool isTestedEarly(const llvm::Loop& loop) {
  const auto* const branch = llvm::dyn_cast<llvm::BranchInst>(loop.getHeader()->getTerminator());
  if (!branch || !branch->isConditional() ||
      loop.contains(branch->getSuccessor(0)) == loop.contains(branch->getSuccessor(1)))
    return false;
  const auto isQuiet = [](const Instruction& instruction) {
    return instruction.isTerminator() || (!instruction.mayReadOrWriteMemory() && !instruction.mayHaveSideEffects());
  };
  llvm::SmallPtrSet<const Value*, 16> seen;
  return llvm::all_of(*loop.getHeader(), isQuiet) && isFound(branch->getCondition(), loop, seen) &&
         isKnownAtFirst(branch->getCondition(), loop);
}

// What the test says of `value` if one goes on: a constant, or null.
llvm::Constant* knownIfGoesOn(const Value* value, const llvm::BranchInst& test, const BasicBlock& header) {
  bool holds = test.getSuccessor(0) == &header;
  const Value* condition = test.getCondition();
  for (Value* negated; match(condition, m_Not(m_Value(negated))); condition = negated) holds = !holds;
  const auto truth = [&] { return llvm::ConstantInt::get(value->getType(), holds); };
  if (condition == value) return truth();
  const auto* const bit = llvm::dyn_cast<llvm::TruncInst>(condition);
  if (bit && bit->getOperand(0) == value && bit->hasNoUnsignedWrap() && bit->getType()->isIntegerTy(1)) return truth();
  const auto* const comparison = llvm::dyn_cast<llvm::ICmpInst>(condition);
  if (!comparison || !comparison->isEquality() || comparison->getOperand(0) != value) return nullptr;
  if (holds != (comparison->getPredicate() == llvm::CmpInst::ICMP_EQ)) return nullptr;
  return llvm::dyn_cast<llvm::Constant>(comparison->getOperand(1));
}

// The variable that was tested is the same in each iteration: whoever goes on has not found what it looks for.
bool foldTested(const llvm::Loop& loop) {
  const BasicBlock* const latch = loop.getLoopLatch();
  const auto* const test = latch ? llvm::dyn_cast<llvm::BranchInst>(latch->getTerminator()) : nullptr;
  if (!test || !test->isConditional()) return false;
  bool changed = false;
  for (llvm::PHINode& variable : loop.getHeader()->phis()) {
    auto* const first = llvm::dyn_cast<llvm::Constant>(variable.getIncomingValueForBlock(loop.getLoopPredecessor()));
    if (!first || knownIfGoesOn(variable.getIncomingValueForBlock(latch), *test, *loop.getHeader()) != first) continue;
    variable.replaceAllUsesWith(first);
    changed = true;
  }
  return changed;
}

}  // namespace

llvm::PreservedAnalyses LateTests::run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
  auto& loops = analyses.getResult<llvm::LoopAnalysis>(function);
  auto& dominators = analyses.getResult<llvm::DominatorTreeAnalysis>(function);
  auto& assumptions = analyses.getResult<llvm::AssumptionAnalysis>(function);
  const auto& target = analyses.getResult<llvm::TargetIRAnalysis>(function);
  const llvm::SimplifyQuery query(function.getDataLayout(), &dominators, &assumptions);
  bool changed = false;
  for (llvm::Loop* loop : loops.getLoopsInPreorder()) {
    if (!isTestedEarly(*loop)) continue;
    changed |= llvm::simplifyLoop(loop, &dominators, &loops, nullptr, &assumptions, nullptr, /*PreserveLCSSA=*/false);
    if (!isTestedEarly(*loop)) continue;
    changed |= llvm::LoopRotation(loop, &loops, &target, &assumptions, &dominators, nullptr, nullptr, query,
                                  /*RotationOnly=*/true, kLargestTest, /*IsUtilMode=*/true);
    changed |= foldTested(*loop);
  }
  return changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

}  // namespace heddle::transform
