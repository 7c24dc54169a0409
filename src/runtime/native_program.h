// The program under test, compiled to native code in this process.
#pragma once

#include <sys/types.h>

#include <functional>
#include <memory>

#include "base/result.h"
#include "core/program.h"
#include "core/program_info.h"
#include "runtime/options.h"

namespace llvm {
class LLVMContext;
class Module;
}  // namespace llvm

namespace heddle::runtime {

// JIT-compiles an instrumented module. There is at most one loaded program in
// a process at a time: it owns the fixed memory region of core/layout.h.
Result<std::unique_ptr<core::Program>> load(std::unique_ptr<llvm::LLVMContext> context,
                                            std::unique_ptr<llvm::Module> module, core::ProgramInfo info,
                                            const Options& options);

// A copy of this process, in which `work` may run the loaded program (sandbox.h). Not from the middle of an execution.
pid_t forkWithProgram(const std::function<void()>& work);

}  // namespace heddle::runtime
