// Variables that are read as one type and written as another.
#pragma once

#include <llvm/IR/Function.h>

namespace heddle::transform {

// clang performs atomic accesses to pointers and floating point numbers as
// integers, by way of a variable on the stack that is stored as one and loaded
// as the other; the standard library does so by way of an array of bytes. Such variables become integers, so that they
// can be promoted to values like all others: the loops that wait for a pointer depend on that. Answers whether there
// were any.
bool unmixSlots(llvm::Function& function);

}  // namespace heddle::transform
