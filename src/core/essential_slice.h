// The slice that a check begins with: of all that is essential in the program as it
// was compiled.
#pragma once

#include <memory>

#include "core/program_info.h"
#include "core/slice.h"

namespace heddle::core {

// Null if the dependences are not known. It refers to those of `info`. `peeks`: sections of locks are steps.
std::shared_ptr<Slice> essentialSlice(const ProgramInfo& info, bool peeks);

}  // namespace heddle::core
