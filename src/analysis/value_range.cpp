#include "analysis/value_range.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/PatternMatch.h>

namespace heddle::analysis {

std::optional<ValueRange> valueRange(const llvm::Value& condition) {
  using namespace llvm::PatternMatch;
  const llvm::Value* inside = nullptr;
  if (match(&condition, m_ZExt(m_Value(inside)))) return valueRange(*inside);
  if (condition.getType()->isIntegerTy(1) && match(&condition, m_Not(m_Value(inside)))) {
    auto range = valueRange(*inside);
    if (range) range->holds = range->holds.inverse();
    return range;
  }
  const auto* const compare = llvm::dyn_cast<llvm::ICmpInst>(&condition);
  if (!compare) return std::nullopt;
  const bool isSwapped = llvm::isa<llvm::ConstantInt>(compare->getOperand(0));
  const auto* const limit = llvm::dyn_cast<llvm::ConstantInt>(compare->getOperand(isSwapped ? 0 : 1));
  if (!limit) return std::nullopt;
  const auto predicate = isSwapped ? compare->getSwappedPredicate() : compare->getPredicate();
  return ValueRange{compare->getOperand(isSwapped ? 1 : 0),
                    llvm::ConstantRange::makeExactICmpRegion(predicate, limit->getValue())};
}

std::optional<bool> decided(const llvm::ConstantRange& range, const llvm::ConstantRange& known) {
  if (range.contains(known)) return true;
  if (range.inverse().contains(known)) return false;
  return std::nullopt;
}

}  // namespace heddle::analysis
