// What it takes to run LLVM's passes over a module.
#pragma once

#include <llvm/Analysis/CGSCCPassManager.h>
#include <llvm/Analysis/LoopAnalysisManager.h>
#include <llvm/IR/PassManager.h>

namespace llvm {
class TargetMachine;
}

namespace heddle::transform {

// The library functions are the runtime's to define, so passes are told that
// there are none: no `free` may be matched with a `malloc`, no `printf` become
// a `puts`.
class Pipeline {
 public:
  explicit Pipeline(llvm::Module& module, llvm::TargetMachine* target = nullptr);
  void run(llvm::ModulePassManager& passes) { passes.run(module_, modules_); }

 private:
  llvm::Module& module_;
  llvm::LoopAnalysisManager loops_;
  llvm::FunctionAnalysisManager functions_;
  llvm::CGSCCAnalysisManager components_;
  llvm::ModuleAnalysisManager modules_;
};

}  // namespace heddle::transform
