// From the module clang made to the module the runtime executes.
//
// Three steps, called in this order:
//   prepare     inlines and promotes what does not change which memory is touched; what
//               it leaves is the prepared module (analysis/statements.h)
//   instrument  lets the runtime see every access, call and fault that matters
//   optimise    ordinary optimisation; the hooks are opaque, so it is safe now
//               (makeDebuggable, if somebody wants to look at it while it runs)
#pragma once

#include <functional>
#include <vector>

#include "base/result.h"
#include "core/program_info.h"
#include "core/set_aside.h"
#include "transform/loops/loop_options.h"
#include "transform/suppressions.h"

namespace llvm {
class Module;
class TargetMachine;
}  // namespace llvm

namespace heddle::transform {

// Leaves a module that does not verify untouched: instrument() reports it.
// What it did about data races that are meant.
std::vector<core::SetAside> prepare(llvm::Module& module, const LoopOptions& loops = {}, const RacyCode& racy = {});

// The module afterwards needs the symbols of core/hooks.h. When this is a
// diagnostic, the module is of no further use. It is one, too, if there is no time left: `mustStop` is asked for each
// function.
Result<core::ProgramInfo> instrument(llvm::Module& module, const LoopOptions& loops = {},
                                     const std::function<bool()>& mustStop = {});

// `target` may be null: costs are then those of a generic machine. `mustStop` is asked for each function: the module is
// of no use then.
void optimise(llvm::Module& module, llvm::TargetMachine* target, const std::function<bool()>& mustStop = {});

// In place of that, for a debugger: what the source says is kept. The program performs the same operations.
void makeDebuggable(llvm::Module& module);

}  // namespace heddle::transform
