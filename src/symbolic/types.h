// The types of LLVM, as widths of bit vectors.
#pragma once

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/DerivedTypes.h>

namespace heddle::symbolic {

// Of each part of a value, in bits; 0: a truth value. None: it cannot be represented.
inline llvm::SmallVector<unsigned, 2> partsOf(const llvm::Type& type) {
  if (type.isIntegerTy(1)) return {0};
  if (type.isIntegerTy() && type.getIntegerBitWidth() <= 64) return {type.getIntegerBitWidth()};
  if (type.isPointerTy() || type.isDoubleTy()) return {64};
  if (type.isFloatTy()) return {32};
  llvm::SmallVector<unsigned, 2> parts;
  const auto* const structure = llvm::dyn_cast<llvm::StructType>(&type);
  if (!structure) return {};
  for (const llvm::Type* element : structure->elements()) {
    const auto inner = partsOf(*element);
    if (element->isStructTy() || inner.size() != 1) return {};
    parts.push_back(inner[0]);
  }
  return parts;
}

}  // namespace heddle::symbolic
