// The assumes that stand for "this iteration has no effect".
#pragma once

#include <llvm/IR/IRBuilder.h>

#include "transform/context.h"

namespace heddle::transform {

// An assume that fails where an iteration has no effect: the thread stops there unless it is `impure`.
struct PureIterationFacts {
  bool isExact = false;
  bool mayHideRace = false;
};
llvm::CallInst* createPureIteration(llvm::IRBuilder<>& builder, llvm::Value* impure, llvm::ConstantInt* site,
                                    PureIterationFacts facts, Context& context);

// Whether the assume was inserted here: when it fails, the iteration it stands in
// has done nothing. Whether it is exact, or may hide a race (analysis::PureCase).
// Where the loop is.
bool isPurityAssume(const llvm::CallInst& assume);
bool isExactAssume(const llvm::CallInst& assume);
bool mayHideRace(const llvm::CallInst& assume);
SiteId loopOf(const llvm::CallInst& assume);

}  // namespace heddle::transform
