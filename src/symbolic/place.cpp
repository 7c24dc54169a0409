#include "symbolic/place.h"

#include <llvm/IR/DebugInfoMetadata.h>

#include "core/system_files.h"

namespace heddle::symbolic {

std::string before(const llvm::Instruction& instruction) {
  const llvm::DILocation* at = instruction.getDebugLoc();
  if (!at) return {};
  // Of code from a header of the system the call of the user's code.
  while (at->getInlinedAt() && core::isSystemFile(at->getFilename())) at = at->getInlinedAt();
  return at->getFilename().str() + ":" + std::to_string(at->getLine()) + ": ";
}

}  // namespace heddle::symbolic
