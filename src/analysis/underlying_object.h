// The object that a pointer leads into.
#pragma once

#include <llvm/Analysis/ValueTracking.h>

namespace heddle::analysis {

// However many member accesses lie in between. LLVM's default is to give up
// after six and to answer with what it has got to.
inline const llvm::Value* underlyingObject(const llvm::Value* pointer) {
  return llvm::getUnderlyingObject(pointer, /*MaxLookup=*/0);
}
inline llvm::Value* underlyingObject(llvm::Value* pointer) {
  return llvm::getUnderlyingObject(pointer, /*MaxLookup=*/0);
}

}  // namespace heddle::analysis
