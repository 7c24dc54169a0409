// The runtime's functions and variables (core/hooks.h), declared in a module.
#pragma once

#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Module.h>

namespace heddle::transform {

class RuntimeSymbols {
 public:
  explicit RuntimeSymbols(llvm::Module& module);

  // Declarations nobody used would only be noise.
  void dropUnused();

  llvm::FunctionCallee plainLoad, outsideConstant, plainStore, plainReadRange, plainWriteRange;
  llvm::FunctionCallee load, store, rmw, cas, load16, store16, rmw16, cas16, fence, await;
  llvm::FunctionCallee stackEnter, stackLeave, landed, jumpPoint, jumpPointsEnd;
  llvm::FunctionCallee division, unreachable, loopLimit, loopBound, longLoop, pureIteration, iterationBegin,
      iterationEnd, ghostAccess, yield;
  llvm::GlobalVariable *watch, *budget, *callSite, *userSite, *calls, *tls;

 private:
  llvm::Module& module_;
};

// Whether the name is the runtime's, so that the program cannot mean it.
bool isRuntimeName(llvm::StringRef name);

}  // namespace heddle::transform
