// From "load, then assume" to "load once the condition holds".
//
// Follows   Awaiting for Godot, section V: load-await, exchange-await and
//           compare-exchange-await; here any read-modify-write, and any pure
//           condition over the value and registers that were set before.
// Assumes   of a read-modify-write only what the purity analysis inserted, or
//           what says by itself that nothing was written when it fails: a write
//           before a failed assume can be seen by others.
#pragma once

#include "transform/context.h"
#include "transform/loops/loop_options.h"
#include "transform/loops/loop_rewrite.h"
#include "transform/shared_memory.h"

namespace heddle::transform {

// Replaces accesses and the assumes directly after them by calls of the
// runtime. The assumes that went are in the answer, as names only.
AssumeSet makeAwaits(llvm::Function& function, const SharedMemory& memory, const LoopOptions& options,
                     Context& context);

}  // namespace heddle::transform
