// Atomic sections with one access.
//
//   __VERIFIER_atomic_begin();
//   seen = count == 4;                    seen = count == 4;
//   __VERIFIER_atomic_end();              assume(seen);
//   assume(seen);
//
// An access is one step by itself, so that the section around it does nothing. Without it a load can wait
// (loops/awaits.h). `seen` may be a global variable that only main accesses (own_variables.h).
//
// Assumes   that nothing of an access counts but its place in the order of all. A section keeps accesses from racing,
//           and on execution graphs it orders what others do.
#pragma once

#include <llvm/IR/Module.h>

namespace heddle::transform {

void removeLoneSections(llvm::Module& module);

}  // namespace heddle::transform
