// A label that must not be reached: `ERROR:`, as programs of SV-COMP had it.
#pragma once

#include <llvm/IR/Module.h>

#include <string>

namespace heddle::transform {

// Whoever comes to a label of that name in the source fails. How many there are: code that clang knows nobody can
// reach has none. Must run before the program is simplified.
unsigned failAtLabel(llvm::Module& module, const std::string& name);

}  // namespace heddle::transform
