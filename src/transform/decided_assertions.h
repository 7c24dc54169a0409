// Assertions that no thread comes to, whatever the others do.
//
//   n = value > 10 ? 10 : value;
//   assert(n <= 10);
//
// Where the variables of a thread alone decide on it, executions need not be explored: neither the number of threads
// nor that of their steps or inputs matters. What is read from memory may be anything, and what is not known of a
// function of the library is that it may fail.
#pragma once

#include <llvm/IR/Module.h>

namespace heddle::transform {

// Of a module that prepare has left. It is used up.
bool mayFail(llvm::Module& module);

}  // namespace heddle::transform
