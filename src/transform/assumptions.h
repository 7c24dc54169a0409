// Promises in the module that do not survive the instrumentation.
#pragma once

#include <llvm/IR/Module.h>

namespace heddle::transform {

// Removes attributes and metadata from which an optimiser could conclude that
// a call or load cannot be observed or cannot fail: a `pure` function now calls
// hooks, other threads run inside any call, and `dereferenceable` memory may
// well be freed memory in a program under test.
void dropAssumptions(llvm::Module& module);

// Aliases are replaced by what they stand for, and the lists that only a
// linker reads go.
void dropLinkerNotes(llvm::Module& module);

}  // namespace heddle::transform
