// Global constructors and destructors become one function that the runtime
// calls before main.
#pragma once

#include "core/program_info.h"
#include "transform/context.h"

namespace heddle::transform {

void gatherConstructors(Context& context, core::ProgramInfo& info);

}  // namespace heddle::transform
