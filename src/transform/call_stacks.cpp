// A function learns once how deep it is called. Around each call it says where that stands and that it is deeper by
// one, and puts that back afterwards: also where an exception or a jump lands. So a function that calls nobody does
// nothing, and whatever leaves frames behind needs no care.
#include "transform/call_stacks.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <vector>

#include "core/call_stack.h"
#include "core/library.h"

namespace heddle::transform {
namespace {

bool mayRunProgram(const llvm::CallBase& call) {
  if (call.isInlineAsm()) return false;
  const auto* callee = llvm::dyn_cast<llvm::Function>(call.getCalledOperand()->stripPointerCastsAndAliases());
  if (!callee) return true;
  if (callee->isIntrinsic() || isRuntimeName(callee->getName())) return false;
  if (!callee->isDeclaration()) return true;
  // Those that end the thread, or the process, run what was registered before.
  return core::library::factsOf(callee->getName().str()).effect == core::library::Effect::Unknown;
}

class CallStackKeeper {
 public:
  CallStackKeeper(llvm::Function& function, Context& context) : function_(function), context_(context) {}

  void keep() {
    std::vector<llvm::CallBase*> calls;
    for (llvm::Instruction& instruction : llvm::instructions(function_))
      if (auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction); call && mayRunProgram(*call))
        calls.push_back(call);
    if (calls.empty()) return;
    begin();
    for (llvm::CallBase* call : calls) around(*call);
    for (llvm::BasicBlock& block : function_)
      if (block.isLandingPad()) putBack(*block.getLandingPadInst()->getNextNode());
  }

 private:
  void begin() {
    llvm::BasicBlock::iterator at = function_.getEntryBlock().getFirstNonPHIOrDbgOrAlloca();
    llvm::IRBuilder<> builder(&function_.getEntryBlock(), at);
    llvm::Type* const i32 = builder.getInt32Ty();
    stack_ = builder.CreateLoad(builder.getPtrTy(), context_.symbols.calls);
    depth_ = builder.CreateLoad(i32, stack_);
    deeper_ = builder.CreateAdd(depth_, builder.getInt32(1));
    llvm::Value* const index = builder.CreateAnd(depth_, builder.getInt32(core::CallStack::kKept - 1));
    llvm::Value* const sites =
        builder.CreateConstGEP1_64(builder.getInt8Ty(), stack_, offsetof(core::CallStack, sites));
    slot_ = builder.CreateGEP(i32, sites, builder.CreateZExt(index, builder.getInt64Ty()));
  }

  void around(llvm::CallBase& call) {
    llvm::IRBuilder<> builder(&call);
    builder.CreateStore(siteOf(call), slot_);
    builder.CreateStore(deeper_, stack_);
    if (call.isMustTailCall() || call.doesNotReturn()) return;
    if (auto* invoke = llvm::dyn_cast<llvm::InvokeInst>(&call)) {
      llvm::BasicBlock* next = invoke->getNormalDest();
      if (!next->getSinglePredecessor()) next = llvm::SplitEdge(invoke->getParent(), next);
      putBack(*next->getFirstNonPHIOrDbg());
    } else {
      putBack(*call.getNextNode());
    }
  }

  // A function of the library that is called, and not inlined, is named there as one that is.
  llvm::ConstantInt* siteOf(const llvm::CallBase& call) {
    llvm::ConstantInt* const site = context_.site(call, {});
    const llvm::Function* const callee = call.getCalledFunction();
    core::Site& facts = context_.sites.back();
    if (callee && !facts.isSystem && facts.library.empty() && isLibraryCode(callee->getSubprogram()))
      facts.library = nameOf(callee->getSubprogram());
    return site;
  }

  void putBack(llvm::Instruction& before) { llvm::IRBuilder<>(&before).CreateStore(depth_, stack_); }

  llvm::Function& function_;
  Context& context_;
  llvm::Value *stack_ = nullptr, *depth_ = nullptr, *deeper_ = nullptr, *slot_ = nullptr;
};

}  // namespace

void keepCallStack(llvm::Function& function, Context& context) { CallStackKeeper(function, context).keep(); }

}  // namespace heddle::transform
