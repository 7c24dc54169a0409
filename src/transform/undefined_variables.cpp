#include "transform/undefined_variables.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Metadata.h>

#include "core/used_at.h"
#include "transform/source_place.h"

namespace heddle::transform {
namespace {

// "FILE:LINE" of some use; empty if none is known.
std::string placeOfUse(const llvm::Value& value, SourcePlaces& places) {
  for (const llvm::User* const user : value.users()) {
    if (const auto* const instruction = llvm::dyn_cast<llvm::Instruction>(user)) {
      const SourcePlace place = places.of(*instruction);
      if (place.line != 0) return place.file + ":" + std::to_string(place.line);
    } else if (llvm::isa<llvm::ConstantExpr>(user)) {
      if (std::string place = placeOfUse(*user, places); !place.empty()) return place;
    }
  }
  return "";
}

}  // namespace

void noteUsesOfUndefined(llvm::Module& module) {
  SourcePlaces places;
  llvm::LLVMContext& context = module.getContext();
  for (llvm::GlobalVariable& variable : module.globals()) {
    if (!variable.isDeclaration()) continue;
    const std::string place = placeOfUse(variable, places);
    if (!place.empty())
      variable.setMetadata(core::kUsedAt, llvm::MDNode::get(context, llvm::MDString::get(context, place)));
  }
}

}  // namespace heddle::transform
