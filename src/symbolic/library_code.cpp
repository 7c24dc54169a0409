#include "symbolic/library_code.h"

#include <llvm/AsmParser/Parser.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Linker/Linker.h>
#include <llvm/Support/SourceMgr.h>

#include "analysis/statements.h"
#include "base/check.h"

namespace heddle::symbolic {
namespace {

constexpr char kAttribute[] = "heddle-library-code", kOfMainOnly[] = "heddle-of-main-only";

// All of library/*.ll. What is not written there is called by a name that says so, and refused if it is.
constexpr char kCode[] =
#include "library_code.inc"
    "attributes #0 = { \"heddle-library-code\" null_pointer_is_valid }\n";

// Copies of a length that is not known are calls of the functions.
void callFunctions(llvm::Module& module) {
  for (llvm::Function& function : module)
    for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
      auto* const range = llvm::dyn_cast<llvm::MemIntrinsic>(&instruction);
      const bool isOther = range && !llvm::isa<llvm::MemCpyInst, llvm::MemSetInst>(range);
      if (!range || isOther || llvm::isa<llvm::ConstantInt>(range->getLength())) continue;
      llvm::IRBuilder<> builder(range);
      llvm::Type* const pointer = builder.getPtrTy();
      llvm::CallInst* call = nullptr;
      if (const auto* set = llvm::dyn_cast<llvm::MemSetInst>(range))
        call = builder.CreateCall(
            module.getOrInsertFunction("memset", pointer, pointer, builder.getInt32Ty(), builder.getInt64Ty()),
            {set->getRawDest(), builder.CreateZExt(set->getValue(), builder.getInt32Ty()), set->getLength()});
      else
        call = builder.CreateCall(
            module.getOrInsertFunction("memcpy", pointer, pointer, pointer, builder.getInt64Ty()),
            {range->getRawDest(), llvm::cast<llvm::MemCpyInst>(range)->getRawSource(), range->getLength()});
      analysis::copyStatement(*range, *call);
      range->eraseFromParent();
    }
}

}  // namespace

void addLibraryCode(llvm::Module& module) {
  callFunctions(module);
  llvm::SMDiagnostic problem;
  auto code = llvm::parseAssemblyString(kCode, problem, module.getContext());
  HEDDLE_CHECK(code && !llvm::verifyModule(*code));
  code->setDataLayout(module.getDataLayout());
  code->setTargetTriple(module.getTargetTriple());
  HEDDLE_CHECK(!llvm::Linker::linkModules(module, std::move(code), llvm::Linker::LinkOnlyNeeded));
}

bool isLibraryCode(const llvm::Function& function) { return function.hasFnAttribute(kAttribute); }
bool isOfMainOnly(const llvm::Function& function) { return function.hasFnAttribute(kOfMainOnly); }

}  // namespace heddle::symbolic
