#include "transform/inline_advice.h"

#include <llvm/Analysis/OptimizationRemarkEmitter.h>

namespace heddle::transform {
namespace {

// Instructions. Each function that is called once would be inlined, so that a program of many became one function:
// 16 of 1,500 instructions each took 2.9 s in the code generator, 400 more than ten minutes.
constexpr unsigned kLarge = 5000;

class NotIntoLargeFunctions final : public llvm::InlineAdvisor {
 public:
  NotIntoLargeFunctions(llvm::Module& module, llvm::FunctionAnalysisManager& functions,
                        const llvm::InlineParams& parameters, llvm::InlineContext context)
      : InlineAdvisor(module, functions, context), usual_(module, functions, parameters, context) {}

 private:
  std::unique_ptr<llvm::InlineAdvice> getAdviceImpl(llvm::CallBase& call) override {
    if (call.getCaller()->getInstructionCount() <= kLarge) return usual_.getAdvice(call);
    return std::make_unique<llvm::InlineAdvice>(this, call, getCallerORE(call), /*IsInliningRecommended=*/false);
  }

  llvm::DefaultInlineAdvisor usual_;
};

}  // namespace

llvm::InlineAdvisor* inlineAdvisor(llvm::Module& module, llvm::FunctionAnalysisManager& functions,
                                   llvm::InlineParams parameters, llvm::InlineContext context) {
  return new NotIntoLargeFunctions(module, functions, parameters, context);
}

}  // namespace heddle::transform
