// What Heddle cannot execute faithfully is refused by name and line.
#pragma once

#include <llvm/IR/Module.h>

#include <optional>

#include "base/result.h"

namespace heddle::transform {

std::optional<Diagnostic> findRefusal(const llvm::Module& module);

}  // namespace heddle::transform
