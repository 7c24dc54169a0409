// A recorded execution, with a debugger as its audience (debugger_hook.h).
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "base/result.h"
#include "core/program.h"

namespace heddle::runtime {

// Runs an execution of the loaded program, as often as the debugger wants to.
// `makeSchedule`: a new one for each run. `recording`: JSON, which the debugger gets.
std::optional<Diagnostic> runUnderDebugger(core::Program& program, const std::string& recording,
                                           const std::function<std::unique_ptr<core::Scheduler>()>& makeSchedule);

}  // namespace heddle::runtime
