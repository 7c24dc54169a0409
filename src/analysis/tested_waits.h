// Waits at condition variables after which a thread looks again.
//
//   while (!ready) wait(&condition, &mutex);        if (!ready) wait(&condition, &mutex);
//
// A wait may return although nobody has signalled. On the left that is not noticed; on the right it is a bug.
#pragma once

#include <llvm/IR/InstrTypes.h>

namespace heddle::analysis {

// Whether the call is a wait, and no way leads from it back to itself on which something is tested and nothing is done.
bool isUntestedWait(const llvm::CallBase& call);

}  // namespace heddle::analysis
