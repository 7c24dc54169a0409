// What the table of library functions knows of one that the program calls.
#pragma once

#include <llvm/IR/Function.h>

#include "core/library.h"

namespace heddle::analysis {

inline const core::library::Facts& factsOf(const llvm::Function& callee) {
  return core::library::factsOf(callee.getName());
}

}  // namespace heddle::analysis
