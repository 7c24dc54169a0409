// Where a loop is, in the source and among the sites.
#pragma once

#include <llvm/Analysis/LoopInfo.h>

#include "transform/context.h"
#include "transform/source_place.h"

namespace heddle::transform {

// Where a loop stands: the line of its `while` or `for`.
SourcePlace placeOf(const llvm::Loop& loop, SourcePlaces& places);
// A site there.
llvm::ConstantInt* siteOf(const llvm::Loop& loop, Context& context, bool leavesOutIterations = false);

}  // namespace heddle::transform
