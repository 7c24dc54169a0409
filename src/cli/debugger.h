// `heddle replay --gdb`: gdb, with the replay under it.
#pragma once

#include <string>

#include "cli/options.h"
#include "core/threads.h"
#include "core/trace.h"

namespace heddle::cli {

// Becomes gdb, which runs `heddle replay` once more. Comes back only if it cannot: kBadInput.
int becomeDebugger(const ReplayOptions& options);

// The steps of an execution and the names of its threads, for cli/debugger/*.py.
std::string recordingForDebugger(const core::Trace& trace, const core::ThreadTable& threads);

}  // namespace heddle::cli
