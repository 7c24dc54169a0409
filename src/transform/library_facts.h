// What library functions do with the pointers they are given, and that they return.
//
// pthread_create(&t, …) does not keep &t. Knowing that keeps `t` a private
// variable: no red zones, no steps of its own.
#pragma once

#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Module.h>

namespace heddle::transform {

// Marks the arguments that known library functions do not keep, and functions that do not throw.
void addLibraryFacts(llvm::Module& module);

// Of the object that the argument points to, how many bytes the function touches; 0: nobody knows.
std::uint64_t bytesTouched(const llvm::CallBase& call, unsigned argument);

}  // namespace heddle::transform
