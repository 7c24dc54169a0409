#include "transform/pipeline.h"

#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/IR/Module.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Target/TargetMachine.h>
#include <llvm/TargetParser/Triple.h>

#include "transform/inline_advice.h"

namespace heddle::transform {

Pipeline::Pipeline(llvm::Module& module, llvm::TargetMachine* target) : module_(module) {
  llvm::TargetLibraryInfoImpl libraries{llvm::Triple(module.getTargetTriple())};
  libraries.disableAllFunctions();
  functions_.registerPass([&] { return llvm::TargetLibraryAnalysis(libraries); });
  modules_.registerPass([] { return llvm::PluginInlineAdvisorAnalysis(inlineAdvisor); });
  llvm::PassBuilder builder(target);
  builder.registerModuleAnalyses(modules_);
  builder.registerCGSCCAnalyses(components_);
  builder.registerFunctionAnalyses(functions_);
  builder.registerLoopAnalyses(loops_);
  builder.crossRegisterProxies(loops_, functions_, components_, modules_);
}

}  // namespace heddle::transform
