#include "transform/external_calls.h"

#include <llvm/ADT/SCCIterator.h>
#include <llvm/Analysis/CallGraph.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Instructions.h>

#include "analysis/tested_waits.h"
#include "core/hooks.h"

namespace heddle::transform {
namespace {

constexpr char kUntestedWait[] = "heddle.untested_wait";

// Calls through pointers may lead outside, so they count.
bool mayLeaveModule(const llvm::CallBase& call) {
  if (call.isInlineAsm()) return false;
  const auto* callee = llvm::dyn_cast<llvm::Function>(call.getCalledOperand()->stripPointerCastsAndAliases());
  return !callee || (callee->isDeclaration() && !callee->isIntrinsic() && !isRuntimeName(callee->getName()));
}

// A call of a function that a header of the system defines and that was not
// inlined (a constructor of std::thread): what it does is reported at this line.
bool entersLibrary(const llvm::CallBase& call) {
  const llvm::Function* callee = call.getCalledFunction();
  return callee && !callee->isDeclaration() && isLibraryCode(callee->getSubprogram());
}

// A return of main is like a call of exit(). Nothing may come between a musttail call and its return.
bool endsProgram(const llvm::Instruction& instruction) {
  return llvm::isa<llvm::ReturnInst>(instruction) && instruction.getFunction()->getName() == core::hooks::kMain &&
         instruction.getParent()->getTerminatingMustTailCall() == nullptr;
}

void markUserPlace(llvm::CallBase& call, Context& context) {
  llvm::ConstantInt* site = context.site(call, {});
  if (std::string& library = context.sites.back().library; library.empty())
    library = nameOf(call.getCalledFunction()->getSubprogram());
  if (context.sites.back().isSystem)
    context.sites.pop_back();
  else
    llvm::IRBuilder<>(&call).CreateStore(site, context.symbols.userSite);
}

}  // namespace

void markRecursion(llvm::Module& module, Context& context) {
  llvm::CallGraph graph(module);
  for (auto component = llvm::scc_begin(&graph); !component.isAtEnd(); ++component) {
    if (!component.hasCycle()) continue;
    for (const llvm::CallGraphNode* node : *component) {
      for (const auto& [call, callee] : *node) {
        if (!call || !*call || !llvm::is_contained(*component, callee)) continue;
        auto* instruction = llvm::cast<llvm::CallBase>(static_cast<llvm::Value*>(*call));
        llvm::IRBuilder<>(instruction).CreateStore(context.site(*instruction, {}), context.symbols.callSite);
      }
    }
  }
}

void noteUntestedWaits(llvm::Module& module) {
  for (llvm::Function& function : module)
    for (llvm::Instruction& instruction : llvm::instructions(function))
      if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction); call && analysis::isUntestedWait(*call))
        instruction.setMetadata(kUntestedWait, llvm::MDNode::get(module.getContext(), {}));
}

void markExternalCalls(llvm::Function& function, Context& context) {
  for (llvm::BasicBlock& block : function) {
    for (llvm::Instruction& instruction : block) {
      if (endsProgram(instruction))
        llvm::IRBuilder<>(&instruction).CreateStore(context.site(instruction, {}), context.symbols.callSite);
      auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      if (!call) continue;
      if (entersLibrary(*call)) markUserPlace(*call, context);
      if (!mayLeaveModule(*call)) continue;
      core::Site facts;
      const auto* callee = llvm::dyn_cast<llvm::Function>(call->getCalledOperand()->stripPointerCastsAndAliases());
      if (callee) facts.callee = callee->getName().str();
      facts.isUntestedWait = call->hasMetadata(kUntestedWait);
      llvm::ConstantInt* site = context.site(*call, std::move(facts));
      llvm::IRBuilder<>(call).CreateStore(site, context.symbols.callSite);
      // A virtual function may be one of a system header, too.
      if (!callee && !context.sites.back().isSystem)
        llvm::IRBuilder<>(call).CreateStore(site, context.symbols.userSite);
    }
  }
}

}  // namespace heddle::transform
