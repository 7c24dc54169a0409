// Before the instrumentation only what leaves every access to memory that
// could be shared as the programmer wrote it: unused code goes, variables that
// nobody points to become values, small functions are inlined.
//
// SROA and SimplifyCFG are not used: both may load speculatively from a shared
// variable (SROA through a select of pointers).
#include <llvm/Analysis/CaptureTracking.h>
#include <llvm/Analysis/InlineCost.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Transforms/IPO/GlobalDCE.h>
#include <llvm/Transforms/IPO/Inliner.h>
#include <llvm/Transforms/IPO/Internalize.h>
#include <llvm/Transforms/Scalar/SCCP.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Mem2Reg.h>

#include "core/hooks.h"
#include "transform/instrument.h"
#include "transform/mixed_slots.h"
#include "transform/pipeline.h"

namespace heddle::transform {
namespace {

// Larger than what std::atomic, lock_guard and vector's accessors need; the
// check at each access makes everything several times larger later.
constexpr int kInlineThreshold = 225;

// Branches on constants and the blocks behind them go, straight lines merge.
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

// A function whose local variables can be pointed to after it has returned
// keeps its own frame: inlined, they would live on in the caller's, and a
// dangling pointer to them would not be noticed.
class KeepFrames : public llvm::PassInfoMixin<KeepFrames> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager&) {
    if (hasCapturedLocal(function)) function.addFnAttr(llvm::Attribute::NoInline);
    return llvm::PreservedAnalyses::all();
  }

 private:
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

llvm::FunctionPassManager simplification() {
  llvm::FunctionPassManager passes;
  passes.addPass(UnmixSlots());
  passes.addPass(llvm::PromotePass());
  passes.addPass(llvm::SCCPPass());
  passes.addPass(TidyBlocks());
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

void prepare(llvm::Module& module) {
  if (llvm::verifyModule(module)) return;
  if (!module.IsNewDbgInfoFormat) module.convertToNewDbgValues();
  setAttributes(module);
  llvm::ModulePassManager passes;
  passes.addPass(
      llvm::InternalizePass([](const llvm::GlobalValue& value) { return value.getName() == core::hooks::kMain; }));
  passes.addPass(llvm::GlobalDCEPass());
  passes.addPass(inlining());
  passes.addPass(llvm::GlobalDCEPass());
  Pipeline(module).run(passes);
}

}  // namespace heddle::transform
