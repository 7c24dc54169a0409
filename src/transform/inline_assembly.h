// The few pieces of assembly whose meaning is known: compiler barriers, hints
// to spin politely, full memory barriers, and what only computes in registers.
#pragma once

#include <llvm/IR/InstrTypes.h>

#include "transform/context.h"

namespace heddle::transform {

enum class KnownAsm { CompilerBarrier, SpinHint, FullBarrier, Computation, Unknown };

KnownAsm classify(const llvm::CallBase& call);

// Replaces what classify() knows, but for computations, which stay: inline assembly and the intrinsics of
// _mm_pause, __yield and the like. Run before atomics: barriers become fences.
void replaceKnownAssembly(llvm::Function& function, Context& context);

}  // namespace heddle::transform
