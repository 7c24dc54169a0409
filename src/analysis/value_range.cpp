#include "analysis/value_range.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/PatternMatch.h>

namespace heddle::analysis {

std::optional<ValueRange> valueRange(const llvm::Value& condition) {
  using namespace llvm::PatternMatch;
  const llvm::Value* inside = nullptr;
  if (match(&condition, m_ZExt(m_Value(inside)))) return valueRange(*inside);
  if (match(&condition, m_Not(m_Value(inside)))) {
    auto range = valueRange(*inside);
    if (range) range->holds = range->holds.inverse();
    return range;
  }
  const auto* const compare = llvm::dyn_cast<llvm::ICmpInst>(&condition);
  const auto* const limit = compare ? llvm::dyn_cast<llvm::ConstantInt>(compare->getOperand(1)) : nullptr;
  if (!limit) return std::nullopt;
  return ValueRange{compare->getOperand(0),
                    llvm::ConstantRange::makeExactICmpRegion(compare->getPredicate(), limit->getValue())};
}

std::optional<bool> decided(const llvm::ConstantRange& range, const llvm::ConstantRange& known) {
  if (range.contains(known)) return true;
  if (range.inverse().contains(known)) return false;
  return std::nullopt;
}

}  // namespace heddle::analysis
