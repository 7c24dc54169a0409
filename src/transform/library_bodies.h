// Functions of libstdc++'s headers that get other bodies, which mean the same.
//
// What waits at an atomic tries several times before it asks the system, and counts who
// waits so that nobody is asked for nothing. Each try would be one more way to go on; so
// there is one, and whoever notifies always asks. And `__once_proxy`, which libstdc++.so has, is
// defined here: it calls what the thread has said to std::call_once.
#pragma once

#include <llvm/IR/Module.h>

namespace heddle::transform {

void replaceLibraryBodies(llvm::Module& module);

}  // namespace heddle::transform
