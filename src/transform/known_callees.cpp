#include "transform/known_callees.h"

#include <llvm/Analysis/Loads.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/CallPromotionUtils.h>

#include <utility>
#include <vector>

namespace heddle::transform {
namespace {

// What the call is likely to call, if it is plain to see.
llvm::Function* likelyCallee(const llvm::CallBase& call) {
  auto* const load = llvm::dyn_cast<llvm::LoadInst>(call.getCalledOperand());
  if (!load || !load->isSimple() || load->getParent() != call.getParent()) return nullptr;
  llvm::BasicBlock::iterator from = load->getIterator();
  auto* const callee =
      llvm::dyn_cast_or_null<llvm::Function>(llvm::FindAvailableLoadedValue(load, load->getParent(), from));
  return callee && llvm::isLegalToPromote(call, callee) ? callee : nullptr;
}

}  // namespace

bool callKnownCallees(llvm::Function& function) {
  std::vector<std::pair<llvm::CallBase*, llvm::Function*>> found;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    auto* const call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    if (!call || !call->isIndirectCall()) continue;
    if (llvm::Function* callee = likelyCallee(*call)) found.emplace_back(call, callee);
  }
  for (const auto& [call, callee] : found) llvm::promoteCallWithIfThenElse(*call, callee);
  return !found.empty();
}

}  // namespace heddle::transform
