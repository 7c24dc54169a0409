// An assume stands as early as what it asks for is known.
//
//   a = load(x);                          a = load(x);
//   if (a == 3) b = load(y) == 3;         assume(a == 3);
//   else b = false;                       b = load(y) == 3;
//   assume(b);                            assume(b);
//
// `&&`, `||`, `?:`, and the variable that a compare-exchange leaves its answer
// in, put a join of several ways between an access and the assume about it.
// Nothing happens on these ways, so that a thread that will stop may as well
// stop at the access: it then is one that waits (awaits.h). So do the back edge
// and the exit of a loop that looks for something:
//
//   for (i = 0; i < n; ++i)               for (i = 0; i < n; ++i) {
//     if (load(a[i])) break;                seen = load(a[i]);
//   assume(i < n);                          assume(seen || i + 1 < n);
//                                           if (seen) break;
//                                         }
#pragma once

#include <vector>

#include "transform/loops/loop_rewrite.h"

namespace heddle::transform {

// Those of `rewrites` are what has become of them. Does not change the control flow graph.
void moveAssumesUp(llvm::Function& function, std::vector<LoopRewrite>& rewrites);

// Whether it is done, or fails, where anybody could tell: an assume must not come before it instead of after it.
bool isObserved(const llvm::Instruction& instruction);

}  // namespace heddle::transform
