// Before the instrumentation only what leaves every access to memory that
// could be shared, and every division that may fail, as the programmer wrote it:
// unused code goes, variables that nobody points to become values, small
// functions are inlined, and calls of a function by itself that come last are loops.
//
// SROA and SimplifyCFG are not used: both may load speculatively from a shared
// variable (SROA through a select of pointers).
#include <llvm/Analysis/CaptureTracking.h>
#include <llvm/Analysis/InlineCost.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Intrinsics.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/ValueHandle.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Transforms/IPO/GlobalDCE.h>
#include <llvm/Transforms/IPO/Inliner.h>
#include <llvm/Transforms/IPO/Internalize.h>
#include <llvm/Transforms/Scalar/SCCP.h>
#include <llvm/Transforms/Scalar/TailRecursionElimination.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/FixIrreducible.h>
#include <llvm/Transforms/Utils/Local.h>
#include <llvm/Transforms/Utils/LowerSwitch.h>
#include <llvm/Transforms/Utils/Mem2Reg.h>

#include <utility>
#include <vector>

#include "analysis/instructions.h"
#include "analysis/loops/bounds.h"
#include "core/hooks.h"
#include "transform/instrument.h"
#include "transform/known_callees.h"
#include "transform/library_bodies.h"
#include "transform/library_facts.h"
#include "transform/lock_groups.h"
#include "transform/lone_accesses.h"
#include "transform/loops/late_tests.h"
#include "transform/mixed_slots.h"
#include "transform/pipeline.h"
#include "transform/racy_accesses.h"
#include "transform/tested_inputs.h"
#include "transform/verifier_sections.h"

namespace heddle::transform {
namespace {

// Larger than what std::atomic, lock_guard and vector's accessors need; the
// check at each access makes everything several times larger later.
constexpr int kInlineThreshold = 225;

// Branches on constants and the blocks after them go, straight lines merge.
class TidyBlocks : public llvm::PassInfoMixin<TidyBlocks> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager&) {
    bool changed = llvm::EliminateUnreachableBlocks(function);
    for (llvm::BasicBlock& block : llvm::make_early_inc_range(function)) {
      changed |= llvm::MergeBlockIntoPredecessor(&block);
    }
    return changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
  }
};

class UnmixSlots : public llvm::PassInfoMixin<UnmixSlots> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager&) {
    return unmixSlots(function) ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
  }
};

// A function that calls itself last of all becomes a loop instead, and can be inlined then.
class TailRecursion : public llvm::PassInfoMixin<TailRecursion> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
    const auto callsItself = [&](const llvm::Instruction& instruction) {
      const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
      return call && call->getCalledFunction() == &function;
    };
    if (llvm::none_of(llvm::instructions(function), callsItself)) return llvm::PreservedAnalyses::all();
    llvm::PreservedAnalyses preserved = llvm::TailCallElimPass().run(function, analyses);
    // It has marked the other calls: these get pointers into the frame when they are instrumented.
    for (llvm::Instruction& instruction : llvm::instructions(function))
      if (auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction); call && call->isTailCall())
        call->setTailCallKind(llvm::CallInst::TCK_None);
    return preserved;
  }
};

class KnownCallees : public llvm::PassInfoMixin<KnownCallees> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager&) {
    return callKnownCallees(function) ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
  }
};

// A function whose local variables can be pointed to after it has returned
// keeps its own frame: inlined, they would live on in the caller's, and a
// dangling pointer to them would not be observed. So does one that asks where its frame is.
class KeepFrames : public llvm::PassInfoMixin<KeepFrames> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager&) {
    if (hasCapturedLocal(function) || llvm::any_of(llvm::instructions(function), asksForFrame))
      function.addFnAttr(llvm::Attribute::NoInline);
    return llvm::PreservedAnalyses::all();
  }

 private:
  static bool asksForFrame(const llvm::Instruction& instruction) {
    const auto* const call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
    if (!call) return false;
    const llvm::Intrinsic::ID asked = call->getIntrinsicID();
    return asked == llvm::Intrinsic::frameaddress || asked == llvm::Intrinsic::returnaddress;
  }

  static bool isCaptured(const llvm::Value& local) {
    return llvm::PointerMayBeCaptured(&local, /*ReturnCaptures=*/true, /*StoreCaptures=*/true);
  }

  static bool hasCapturedLocal(const llvm::Function& function) {
    for (const llvm::Argument& argument : function.args()) {
      if (argument.hasByValAttr() && isCaptured(argument)) return true;
    }
    for (const llvm::BasicBlock& block : function) {
      for (const llvm::Instruction& instruction : block) {
        if (llvm::isa<llvm::AllocaInst>(instruction) && isCaptured(instruction)) return true;
      }
    }
    return false;
  }
};

// At -O0 clang forbids inlining everywhere; which of it the user asked for
// cannot be told apart any more. And an access through a null pointer is a
// fault to report, not one that cannot happen.
void setAttributes(llvm::Module& module) {
  for (llvm::Function& function : module) {
    if (!function.isIntrinsic()) function.addFnAttr(llvm::Attribute::NullPointerIsValid);
    function.removeFnAttr(llvm::Attribute::OptimizeNone);
    if (!function.hasFnAttribute(llvm::Attribute::AlwaysInline)) function.removeFnAttr(llvm::Attribute::NoInline);
  }
}

// The operand of __builtin_constant_p is not evaluated, but at -O0 clang loads it.
void answerConstantQuestions(llvm::Module& module) {
  for (llvm::Function& function : module) {
    if (function.getIntrinsicID() != llvm::Intrinsic::is_constant) continue;
    for (llvm::User* const user : llvm::make_early_inc_range(function.users())) {
      auto* const question = llvm::cast<llvm::CallInst>(user);
      llvm::Value* const operand = question->getArgOperand(0);
      question->replaceAllUsesWith(llvm::ConstantInt::getBool(module.getContext(), llvm::isa<llvm::Constant>(operand)));
      question->eraseFromParent();
      llvm::RecursivelyDeleteTriviallyDeadInstructions(operand);
    }
  }
}

// To an optimiser a division by zero cannot happen: what is 2 / x if x is 0 or
// 1? While it is at work, divisions that may fail are calls that it knows
// nothing about.
class HiddenDivisions {
 public:
  explicit HiddenDivisions(llvm::Module& module) : module_(module) {
    for (llvm::Function& function : module)
      for (llvm::BasicBlock& block : function)
        for (llvm::Instruction& instruction : llvm::make_early_inc_range(block))
          if (analysis::divisionMayFail(instruction) && instruction.getType()->isIntegerTy())
            hide(llvm::cast<llvm::BinaryOperator>(instruction));
  }
  ~HiddenDivisions() {
    for (const auto& [handle, operation] : operations_) {
      auto* callee = llvm::cast_or_null<llvm::Function>(handle);
      if (!callee) continue;
      for (llvm::User* user : llvm::make_early_inc_range(callee->users()))
        show(*llvm::cast<llvm::CallInst>(user), operation);
      callee->eraseFromParent();
    }
  }
  HiddenDivisions(const HiddenDivisions&) = delete;
  HiddenDivisions& operator=(const HiddenDivisions&) = delete;

 private:
  using Operation = llvm::Instruction::BinaryOps;

  llvm::Function* calleeFor(Operation operation, llvm::Type* type) {
    for (const auto& [handle, known] : operations_) {
      auto* callee = llvm::cast<llvm::Function>(handle);
      if (known == operation && callee->getReturnType() == type) return callee;
    }
    auto* callee = llvm::Function::Create(llvm::FunctionType::get(type, {type, type}, false),
                                          llvm::GlobalValue::ExternalLinkage, "heddle.division", module_);
    callee->setDoesNotAccessMemory();
    callee->setDoesNotThrow();
    operations_.emplace_back(callee, operation);
    return callee;
  }
  void hide(llvm::BinaryOperator& division) {
    llvm::IRBuilder<> builder(&division);
    division.replaceAllUsesWith(builder.CreateCall(calleeFor(division.getOpcode(), division.getType()),
                                                   {division.getOperand(0), division.getOperand(1)}));
    division.eraseFromParent();
  }
  static void show(llvm::CallInst& call, Operation operation) {
    auto* division =
        llvm::BinaryOperator::Create(operation, call.getArgOperand(0), call.getArgOperand(1), "", call.getIterator());
    division->setDebugLoc(call.getDebugLoc());
    call.replaceAllUsesWith(division);
    call.eraseFromParent();
  }

  llvm::Module& module_;
  std::vector<std::pair<llvm::WeakVH, Operation>> operations_;  // null: nobody divides any more
};

// Loops with more than one way in (a goto into the middle) get one, so that they
// are loops to what comes later.
struct OneWayIn : llvm::PassInfoMixin<OneWayIn> {
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
    if (!analysis::hasHiddenLoops(function, analyses.getResult<llvm::LoopAnalysis>(function)))
      return llvm::PreservedAnalyses::all();
    llvm::FunctionPassManager passes;
    passes.addPass(llvm::LowerSwitchPass());
    passes.addPass(llvm::FixIrreduciblePass());
    return passes.run(function, analyses);
  }
};

class Relax : public llvm::PassInfoMixin<Relax> {
 public:
  explicit Relax(RacyAccesses& racy) : racy_(&racy) {}
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
    racy_->relax(module);
    return llvm::PreservedAnalyses::none();
  }

 private:
  RacyAccesses* racy_;
};

llvm::FunctionPassManager simplification() {
  llvm::FunctionPassManager passes;
  passes.addPass(UnmixSlots());
  passes.addPass(llvm::PromotePass());
  passes.addPass(TailRecursion());
  passes.addPass(llvm::SCCPPass());
  passes.addPass(TidyBlocks());
  passes.addPass(KnownCallees());
  passes.addPass(KeepFrames());
  return passes;
}

llvm::ModuleInlinerWrapperPass inlining() {
  llvm::InlineParams parameters;
  parameters.DefaultThreshold = kInlineThreshold;
  parameters.HintThreshold = kInlineThreshold;
  parameters.ColdThreshold = 0;
  llvm::ModuleInlinerWrapperPass inliner(parameters);
  inliner.getPM().addPass(llvm::createCGSCCToFunctionPassAdaptor(simplification()));
  return inliner;
}

}  // namespace

std::vector<core::SetAside> prepare(llvm::Module& module, const LoopOptions& loops, const RacyCode& racy) {
  if (llvm::verifyModule(module)) return {};
  if (!module.IsNewDbgInfoFormat) module.convertToNewDbgValues();
  RacyAccesses racyAccesses(module, racy);
  setAttributes(module);
  answerConstantQuestions(module);
  encloseAtomicFunctions(module);
  replaceLibraryBodies(module);
  if (loops.groupLocks) groupLocks(module);
  addLibraryFacts(module);  // who passes a variable to one of these can still be inlined
  const HiddenDivisions hidden(module);
  llvm::ModulePassManager passes;
  passes.addPass(
      llvm::InternalizePass([](const llvm::GlobalValue& value) { return value.getName() == core::hooks::kMain; }));
  passes.addPass(llvm::GlobalDCEPass());
  passes.addPass(inlining());
  passes.addPass(llvm::GlobalDCEPass());
  passes.addPass(Relax(racyAccesses));
  passes.addPass(llvm::createModuleToFunctionPassAdaptor(OneWayIn()));
  passes.addPass(llvm::createModuleToFunctionPassAdaptor(LateTests()));
  Pipeline(module).run(passes);
  if (loops.loneAccesses) removeLoneSections(module);
  if (loops.testedInputs) chooseTestedInputs(module);
  return std::move(racyAccesses).rules();
}

}  // namespace heddle::transform
