// Waits at condition variables after which a thread looks again.
//
//   while (!ready) wait(&condition, &mutex);        if (!ready) wait(&condition, &mutex);
//
// A wait may return although nobody has signalled. On the right that is a bug; on the left it is only noticed by who
// has told others that he waits, and is told that he may go on before he is signalled. So on the right it is explored
// unasked, on the left with --spurious-wakeups.
#pragma once

#include <llvm/IR/InstrTypes.h>

namespace heddle::analysis {

// Whether the call is a wait, and not one that is begun again if nothing has changed, without anything that is done.
bool isUntestedWait(const llvm::CallBase& call);

}  // namespace heddle::analysis
