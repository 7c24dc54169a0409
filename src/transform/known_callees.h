// Calls through a pointer that was stored just before:
//
//   handler = &poll;              handler = &poll;
//   result = handler(i);          callee = handler;
//                                 result = callee == &poll ? poll(i) : callee(i);
//
// The direct call can be inlined, which shows what the program does with what
// it has read: whether it waits. Should the pointer have changed since, the
// other call is made, so that nothing has to be known of other threads.
#pragma once

#include <llvm/IR/Function.h>

namespace heddle::transform {

// Answers whether there were any.
bool callKnownCallees(llvm::Function& function);

}  // namespace heddle::transform
