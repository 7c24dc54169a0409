// Whether two modules are the same program.
#pragma once

#include <string>

namespace llvm {
class Module;
}

namespace heddle::frontend {

// The same for two modules that do the same, instruction by instruction. Names
// of files and debug information make no difference.
std::string fingerprint(const llvm::Module& module);

}  // namespace heddle::frontend
