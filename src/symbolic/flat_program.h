// A program as one function a thread: all calls are inlined, and loops that start
// threads are unrolled. Where it is not known how often they go round, the threads
// after the first few are not started: kExceeds is called there. What cannot be made
// so is refused, with its name and line.
#pragma once

#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Module.h>

#include <vector>

#include "base/result.h"

namespace heddle::symbolic {

// Ends a path of which bounded checking says nothing.
inline constexpr char kExceeds[] = "heddle_exceeds";

struct FlatThread {
  llvm::Function* code = nullptr;
  const llvm::CallBase* start = nullptr;  // the call that starts it; null: it is main
};

struct FlatProgram {
  std::vector<FlatThread> threads;  // main is the first
};

struct FlatLimits {
  unsigned recursion = 8;             // calls of a function inside each other
  unsigned startsInLoop = 3;          // by a loop whose number of iterations is not known
  unsigned threads = 64;              // in all
  unsigned instructions = 2'000'000;  // in all
};

// Changes the module, a prepared one (analysis/statements.h); numbers of statements stay.
Result<FlatProgram> flatten(llvm::Module& module, const FlatLimits& limits = {});

}  // namespace heddle::symbolic
