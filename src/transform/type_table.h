// Debug info types as the report needs them (core/data_types.h).
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/DebugInfoMetadata.h>

#include "core/data_types.h"

namespace heddle::transform {

class TypeNumbers {
 public:
  TypeNumbers() { table_.emplace_back(); }

  // Of a null pointer: not known.
  core::TypeId of(const llvm::DIType* type);
  core::TypeTable take() { return std::move(table_); }

 private:
  core::DataType described(const llvm::DIType* type);
  core::TypeId arrayOf(const llvm::DIType* array, unsigned dimension);

  core::TypeTable table_;
  llvm::DenseMap<const llvm::DIType*, core::TypeId> numbers_;
};

}  // namespace heddle::transform
