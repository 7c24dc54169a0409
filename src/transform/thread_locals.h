// thread_local variables move into a block that the runtime gives each thread.
#pragma once

#include <optional>

#include "base/result.h"
#include "core/program_info.h"
#include "transform/context.h"

namespace heddle::transform {

// Fills tlsSize and tlsAlign and defines hooks::kTlsImage. Variables that the
// module only declares (libstdc++'s call_once helpers) get a zeroed slot too.
std::optional<Diagnostic> moveThreadLocals(Context& context, core::ProgramInfo& info);

}  // namespace heddle::transform
