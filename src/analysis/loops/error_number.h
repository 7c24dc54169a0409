// Sleeps that set errno: to EINVAL, if the time is not valid. An iteration that
// is left out must not contain one that the thread could observe later.
#pragma once

#include <llvm/IR/InstrTypes.h>

namespace heddle::analysis {

// Whether a call that sleeps as long as `time` says may set errno, and somebody
// in the program reads errno for more than to ask for EINTR, which a sleep never
// sets here: libstdc++'s sleep_for does so.
bool setsErrorNumber(const llvm::CallBase& sleep, const llvm::Value& time);

// Whether the load is of errno, is reached only where a sleep has just failed, and finds what that has set it to:
// EINVAL, since no sleep is interrupted.
bool isAfterFailedSleep(const llvm::LoadInst& load);

// Where the thread's own errno is.
bool isErrorLocation(const llvm::Value& pointer);

}  // namespace heddle::analysis
