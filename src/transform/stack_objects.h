// Which stack memory others can reach, and telling the runtime about it.
//
// An alloca is private when every use of it is an access that provably stays
// inside; those accesses need no instrumentation. All others escape: they get
// red zones, and the runtime hears when they come and go.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/Instructions.h>

#include <vector>

#include "transform/context.h"

namespace heddle::transform {

struct EscapingObject {
  llvm::AllocaInst* alloca;
  const llvm::DILocalVariable* variable;  // null if the source has none
};

struct StackObjects {
  llvm::SmallPtrSet<const llvm::Value*, 16> privates;
  std::vector<EscapingObject> escaping;
};

// Copies arguments passed by value in memory into allocas first where they
// escape: only an alloca can have red zones.
StackObjects findStackObjects(llvm::Function& function);

// Red zones, kStackEnter and kStackLeave for the escaping ones.
void guardStackObjects(llvm::Function& function, const StackObjects& objects, Context& context);

// kLanded at each landing pad.
void markLandingPads(llvm::Function& function, Context& context);

}  // namespace heddle::transform
