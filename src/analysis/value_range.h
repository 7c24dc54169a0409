// For which values of an access a condition holds.
#pragma once

#include <llvm/IR/ConstantRange.h>
#include <llvm/IR/Value.h>

#include <optional>

namespace heddle::analysis {

// The condition compares a value with a constant; nothing if it does something
// else. `of` is that value.
struct ValueRange {
  const llvm::Value* of;
  llvm::ConstantRange holds;
};
std::optional<ValueRange> valueRange(const llvm::Value& condition);

// What a condition is that holds for `range`, if the value is known to be in `known`.
std::optional<bool> decided(const llvm::ConstantRange& range, const llvm::ConstantRange& known);

}  // namespace heddle::analysis
