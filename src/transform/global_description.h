// A global variable in the words of its source: name, place, members.
#pragma once

#include <llvm/IR/GlobalVariable.h>

#include "core/program_info.h"
#include "transform/source_place.h"

namespace heddle::transform {

// Everything but the address.
core::Global describeGlobal(const llvm::GlobalVariable& variable, SourcePlaces& places);

}  // namespace heddle::transform
