// For a debugger: local variables have places in the frame again.
//
// What prepare() has promoted is a value, which a debugger finds only as long as it happens to be in a register. Here
// each such variable gets a slot of its own, and what was assigned to it is stored there. The slots come after the
// instrumentation: no hook sees them, and the program performs the same operations as without them.
#pragma once

namespace llvm {
class Module;
}

namespace heddle::transform {

void giveVariablesSlots(llvm::Module& module);

}  // namespace heddle::transform
