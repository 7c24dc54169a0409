// Code of the JIT, as debuggers know it: object files, which are announced by the interface that gdb and lldb look at
// (__jit_debug_register_code).
#pragma once

#include <llvm/Support/Error.h>

namespace llvm::orc {
class LLJIT;
}

namespace heddle::runtime {

// Before modules are added: their object files are kept.
llvm::Error keepDebugObjects(llvm::orc::LLJIT& jit);

// From now on a debugger knows those that were kept, and breakpoints in them.
llvm::Error announceDebugObjects();

}  // namespace heddle::runtime
