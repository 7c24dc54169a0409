// A module from text, instrumented: what the tests of this folder look at.
#pragma once

#include <gtest/gtest.h>
#include <llvm/AsmParser/Parser.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/raw_ostream.h>

#include <memory>
#include <string>
#include <vector>

#include "transform/instrument.h"

namespace heddle::transform {

inline constexpr char kLayout[] =
    "target datalayout = \"e-m:e-i8:8:32-i16:16:32-i64:64-i128:128-n32:64-S128\"\n"
    "target triple = \"aarch64-unknown-linux-gnu\"\n";

inline std::unique_ptr<llvm::Module> parse(llvm::LLVMContext& context, const std::string& text) {
  llvm::SMDiagnostic problem;
  auto module = llvm::parseAssemblyString(kLayout + text, problem, context);
  if (!module) problem.print("test", llvm::errs());
  return module;
}

inline bool verifies(const llvm::Module& module) { return !llvm::verifyModule(module, &llvm::errs()); }

// Instrumented without prepare(), so that the test's text is what is seen.
class Woven {
 public:
  explicit Woven(const std::string& text, const LoopOptions& loops = {}) : module(parse(context, text)) {
    auto result = instrument(*module, loops);
    if (result) {
      info = std::move(*result);
      EXPECT_TRUE(verifies(*module));
    } else {
      refusal = result.problem().message;
    }
  }

  // Calls of `callee` in a function, in the order of its blocks.
  std::vector<llvm::CallInst*> calls(const std::string& callee, const std::string& function = "main") {
    std::vector<llvm::CallInst*> found;
    for (llvm::Instruction& instruction : llvm::instructions(*module->getFunction(function))) {
      auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
      if (call && call->getCalledFunction() && call->getCalledFunction()->getName() == callee) found.push_back(call);
    }
    return found;
  }

  // Plain accesses that ask, called or inline.
  std::size_t plainLoads(const std::string& function = "main") {
    std::size_t count = calls("__heddle_plain_load", function).size();
    for (const char* size : {"1", "2", "4", "8"}) {
      count += calls(std::string("__heddle_checked_load") + size, function).size();
    }
    return count;
  }
  std::size_t plainStores(const std::string& function = "main") {
    std::size_t count = calls("__heddle_plain_store", function).size();
    for (const char* size : {"1", "2", "4", "8"}) {
      count += calls(std::string("__heddle_checked_store") + size, function).size();
    }
    return count;
  }

  const core::Site& site(const llvm::CallInst* call, unsigned argument) const {
    return info.sites[llvm::cast<llvm::ConstantInt>(call->getArgOperand(argument))->getZExtValue()];
  }

  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> module;
  core::ProgramInfo info;
  std::string refusal;
};

}  // namespace heddle::transform
