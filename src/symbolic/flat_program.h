// A program as one function a thread: all calls are inlined, and loops that start
// threads are unrolled. Where it is not known how often they go round, or how deep calls
// are, there is only so much of it (bounds.h): kExceeds is called then. What cannot be
// made so is refused, with its name and line.
#pragma once

#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Module.h>

#include <functional>
#include <vector>

#include "base/result.h"
#include "symbolic/bounds.h"

namespace heddle::symbolic {

struct FlatThread {
  llvm::Function* code = nullptr;
  const llvm::CallBase* start = nullptr;  // the call that starts it; null: it is main
};

struct FlatProgram {
  std::vector<FlatThread> threads;  // main is the first
};

struct FlatOptions {
  std::function<bool()> mustStop;  // asked now and then; once it says so there are no threads. May be empty
  bool mainEnds = true;            // main's own variables are gone when it has returned, while threads may go on
};

// Changes the module, a prepared one (analysis/statements.h); numbers of statements stay.
Result<FlatProgram> flatten(llvm::Module& module, const Bounds& bounds = {}, const FlatOptions& options = {});

}  // namespace heddle::symbolic
