// A global variable in the words of its source: name, place, type.
#pragma once

#include <llvm/IR/GlobalVariable.h>

#include "core/program_info.h"
#include "transform/context.h"

namespace heddle::transform {

// Everything but the address.
core::Global describeGlobal(const llvm::GlobalVariable& variable, Context& context);

}  // namespace heddle::transform
