// Which calls are worth inlining.
#pragma once

#include <llvm/Analysis/InlineAdvisor.h>

namespace heddle::transform {

// As LLVM sees it, but not into functions that are large by then: what code generators do grows faster than these.
llvm::InlineAdvisor* inlineAdvisor(llvm::Module& module, llvm::FunctionAnalysisManager& functions,
                                   llvm::InlineParams parameters, llvm::InlineContext context);

}  // namespace heddle::transform
