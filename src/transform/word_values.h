// Values of up to 8 bytes travel through hooks as 64-bit words.
#pragma once

#include <llvm/IR/IRBuilder.h>

namespace heddle::transform {

// Whether a value of the type can be turned into a word and back by casts.
inline bool fitsWord(llvm::Type* type, const llvm::DataLayout& layout) {
  if (!type->isSingleValueType() || llvm::isa<llvm::ScalableVectorType>(type)) return false;
  const std::uint64_t bytes = layout.getTypeStoreSize(type);
  if (bytes != 1 && bytes != 2 && bytes != 4 && bytes != 8) return false;
  return type->isIntegerTy() || layout.getTypeSizeInBits(type) == bytes * 8;
}

inline llvm::Value* toInteger(llvm::IRBuilder<>& builder, llvm::Value* value, const llvm::DataLayout& layout) {
  llvm::Type* type = value->getType();
  if (type->isIntegerTy()) return value;
  auto* integer = builder.getIntNTy(layout.getTypeSizeInBits(type));
  return type->isPtrOrPtrVectorTy() && !type->isVectorTy() ? builder.CreatePtrToInt(value, integer)
                                                           : builder.CreateBitCast(value, integer);
}

inline llvm::Value* fromInteger(llvm::IRBuilder<>& builder, llvm::Value* integer, llvm::Type* type) {
  if (type->isIntegerTy()) return integer;
  return type->isPointerTy() ? builder.CreateIntToPtr(integer, type) : builder.CreateBitCast(integer, type);
}

inline llvm::Value* toWord(llvm::IRBuilder<>& builder, llvm::Value* value, const llvm::DataLayout& layout) {
  return builder.CreateZExt(toInteger(builder, value, layout), builder.getInt64Ty());
}

inline llvm::Value* fromWord(llvm::IRBuilder<>& builder, llvm::Value* word, llvm::Type* type,
                             const llvm::DataLayout& layout) {
  auto* integer = builder.getIntNTy(layout.getTypeSizeInBits(type));
  return fromInteger(builder, builder.CreateTrunc(word, integer), type);
}

}  // namespace heddle::transform
