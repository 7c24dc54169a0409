#include "transform/loops/purity_assumes.h"

#include "core/hooks.h"

namespace heddle::transform {
namespace {

using llvm::Value;

constexpr char kExact[] = "heddle.exact";

}  // namespace

llvm::CallInst* createPureIteration(llvm::IRBuilder<>& builder, Value* impure, llvm::ConstantInt* site,
                                    PureIterationFacts facts, Context& context) {
  llvm::CallInst* const call =
      builder.CreateCall(context.symbols.pureIteration,
                         {builder.CreateZExt(impure, builder.getInt32Ty()), site, builder.getInt32(facts.mayHideRace)});
  if (facts.isExact) call->setMetadata(kExact, llvm::MDNode::get(builder.getContext(), {}));
  return call;
}

bool isPurityAssume(const llvm::CallInst& assume) {
  return assume.getCalledFunction() && assume.getCalledFunction()->getName() == core::hooks::kPureIteration;
}
bool isExactAssume(const llvm::CallInst& assume) { return assume.getMetadata(kExact) != nullptr; }

bool mayHideRace(const llvm::CallInst& assume) {
  return isPurityAssume(assume) && !llvm::cast<llvm::ConstantInt>(assume.getArgOperand(2))->isZero();
}

SiteId loopOf(const llvm::CallInst& assume) {
  return static_cast<SiteId>(llvm::cast<llvm::ConstantInt>(assume.getArgOperand(1))->getZExtValue());
}

}  // namespace heddle::transform
