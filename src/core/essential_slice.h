// The slice that a check begins with: of all that is essential in the program as it
// was compiled.
#pragma once

#include <memory>

#include "core/program_info.h"
#include "core/slice.h"

namespace heddle::core {

// Null if the dependences are not known. It refers to those of `info`.
std::shared_ptr<Slice> essentialSlice(const ProgramInfo& info);

}  // namespace heddle::core
