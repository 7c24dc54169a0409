// Mutable global variables move to fixed addresses in one block, so that one
// copy resets them all and addresses repeat from run to run.
#pragma once

#include <optional>

#include "base/result.h"
#include "core/program_info.h"
#include "transform/context.h"

namespace heddle::transform {

// Fills info.globals and globalsSize and defines hooks::kGlobalsImage. What the
// module only declares (stdout, std::cout) stays where its library has it.
std::optional<Diagnostic> moveGlobals(Context& context, core::ProgramInfo& info);

}  // namespace heddle::transform
