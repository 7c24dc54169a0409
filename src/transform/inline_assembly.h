// The few pieces of assembly whose meaning is known: compiler barriers, hints
// to spin politely, and full memory barriers.
#pragma once

#include <llvm/IR/InstrTypes.h>

#include "transform/context.h"

namespace heddle::transform {

enum class KnownAsm { CompilerBarrier, SpinHint, FullBarrier, Unknown };

KnownAsm classify(const llvm::CallBase& call);

// Replaces what classify() knows: inline assembly and the intrinsics of
// _mm_pause, __yield and the like. Run before atomics: barriers become fences.
void replaceKnownAssembly(llvm::Function& function, Context& context);

}  // namespace heddle::transform
