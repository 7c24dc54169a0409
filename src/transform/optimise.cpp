// After the instrumentation any optimisation is safe: the hooks are opaque.
// How much is a trade with the time it takes, which every run pays.
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/LICM.h>
#include <llvm/Transforms/Scalar/LoopPassManager.h>
#include <llvm/Transforms/Scalar/LoopRotation.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>

#include "core/hooks.h"
#include "transform/debug_variables.h"
#include "transform/instrument.h"
#include "transform/pipeline.h"

namespace heddle::transform {
namespace {

// Up to this many bytes code generators expand a memory intrinsic in place.
constexpr std::uint64_t kExpandedBytes = 64;

// A pass cannot end those after it, but leave nothing to them.
struct EmptyIfLate : llvm::PassInfoMixin<EmptyIfLate> {
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager&) {
    if (!mustStop()) return llvm::PreservedAnalyses::all();
    function.dropAllReferences();
    new llvm::UnreachableInst(function.getContext(), llvm::BasicBlock::Create(function.getContext(), "", &function));
    return llvm::PreservedAnalyses::none();
  }
  std::function<bool()> mustStop;
};

llvm::FunctionPassManager scalarPasses(const std::function<bool()>& mustStop) {
  llvm::FunctionPassManager passes;
  if (mustStop) passes.addPass(EmptyIfLate{{}, mustStop});
  passes.addPass(llvm::SROAPass(llvm::SROAOptions::ModifyCFG));
  passes.addPass(llvm::EarlyCSEPass());
  passes.addPass(llvm::SimplifyCFGPass());
  llvm::LoopPassManager loops;
  loops.addPass(llvm::LoopRotatePass());
  loops.addPass(llvm::LICMPass(llvm::LICMOptions()));
  passes.addPass(llvm::createFunctionToLoopPassAdaptor(std::move(loops), /*UseMemorySSA=*/true));
  passes.addPass(llvm::SimplifyCFGPass());
  return passes;
}

// A code generator turns a large memory intrinsic into a call of memcpy and
// its like, which the runtime models as the program's own calls. These are
// not: they get names of their own.
void renameMemoryCall(llvm::MemIntrinsic& intrinsic, llvm::Module& module) {
  llvm::IRBuilder<> builder(&intrinsic);
  const auto* length = llvm::dyn_cast<llvm::ConstantInt>(intrinsic.getLength());
  if (length && length->getZExtValue() <= kExpandedBytes) return;
  llvm::Type *ptr = builder.getPtrTy(), *word = builder.getInt64Ty();
  llvm::Value* bytes = builder.CreateZExtOrTrunc(intrinsic.getLength(), word);
  if (auto* transfer = llvm::dyn_cast<llvm::MemTransferInst>(&intrinsic)) {
    const char* name =
        llvm::isa<llvm::MemMoveInst>(transfer) ? core::hooks::kNativeMemmove : core::hooks::kNativeMemcpy;
    builder.CreateCall(module.getOrInsertFunction(name, ptr, ptr, ptr, word),
                       {transfer->getDest(), transfer->getSource(), bytes});
  } else {
    llvm::Value* value = builder.CreateZExt(llvm::cast<llvm::MemSetInst>(intrinsic).getValue(), builder.getInt32Ty());
    builder.CreateCall(module.getOrInsertFunction(core::hooks::kNativeMemset, ptr, ptr, builder.getInt32Ty(), word),
                       {intrinsic.getDest(), value, bytes});
  }
  intrinsic.eraseFromParent();
}

void renameMemoryCalls(llvm::Module& module) {
  for (llvm::Function& function : module) {
    for (llvm::BasicBlock& block : function) {
      for (llvm::Instruction& instruction : llvm::make_early_inc_range(block)) {
        if (auto* intrinsic = llvm::dyn_cast<llvm::MemIntrinsic>(&instruction)) renameMemoryCall(*intrinsic, module);
      }
    }
  }
}

}  // namespace

void optimise(llvm::Module& module, llvm::TargetMachine* target, const std::function<bool()>& mustStop) {
  // The sites have what people need to know; for code generation it is a burden.
  llvm::StripDebugInfo(module);
  llvm::ModulePassManager passes;
  passes.addPass(llvm::createModuleToFunctionPassAdaptor(scalarPasses(mustStop)));
  Pipeline(module, target).run(passes);
  renameMemoryCalls(module);
}

void makeDebuggable(llvm::Module& module) {
  giveVariablesSlots(module);
  for (llvm::Function& function : module)
    if (!function.isDeclaration()) function.addFnAttr("frame-pointer", "all");
  renameMemoryCalls(module);
}

}  // namespace heddle::transform
