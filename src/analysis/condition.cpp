#include "analysis/condition.h"

#include <llvm/IR/ConstantRange.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Support/raw_ostream.h>

#include <algorithm>
#include <optional>

namespace heddle::analysis {
namespace {

using llvm::CmpInst;
using llvm::ConstantInt;
using llvm::ICmpInst;
using llvm::Value;
namespace match = llvm::PatternMatch;

constexpr std::size_t kMostDisjuncts = 32;
constexpr std::size_t kMostLiterals = 24;

// The compare-exchange whose old value (0) or success (1) this is, else null.
llvm::AtomicCmpXchgInst* resultOf(Value* value, unsigned part) {
  auto* extract = llvm::dyn_cast<llvm::ExtractValueInst>(value);
  if (!extract || extract->getNumIndices() != 1 || extract->getIndices()[0] != part) return nullptr;
  return llvm::dyn_cast<llvm::AtomicCmpXchgInst>(extract->getAggregateOperand());
}

// A phi that always has the same value is that value.
Value* lookThrough(Value* value) {
  auto* phi = llvm::dyn_cast<llvm::PHINode>(value);
  Value* only = phi ? phi->hasConstantValue() : nullptr;
  return only && llvm::isa<llvm::Constant>(only) ? only : value;
}

// The same instruction written twice has one value, as long as it depends on
// nothing but its operands. The front end does not look for those.
bool isSame(const Value* x, const Value* y, unsigned depth = 0) {
  if (x == y) return true;
  const auto* a = llvm::dyn_cast<llvm::Instruction>(x);
  const auto* b = llvm::dyn_cast<llvm::Instruction>(y);
  if (!a || !b || depth > 3 || !a->isSameOperationAs(b)) return false;
  if (!llvm::isa<llvm::BinaryOperator, llvm::CastInst, llvm::CmpInst>(a)) return false;
  return std::ranges::equal(a->operand_values(), b->operand_values(),
                            [&](const Value* left, const Value* right) { return isSame(left, right, depth + 1); });
}

// A comparison as the set of the outcomes <, =, > under which it holds.
enum Outcomes : unsigned { kLess = 1, kEqual = 2, kGreater = 4, kAny = 7 };

unsigned outcomesOf(CmpInst::Predicate predicate) {
  switch (predicate) {
    case CmpInst::ICMP_EQ: return kEqual;
    case CmpInst::ICMP_NE: return kLess | kGreater;
    case CmpInst::ICMP_ULT:
    case CmpInst::ICMP_SLT: return kLess;
    case CmpInst::ICMP_ULE:
    case CmpInst::ICMP_SLE: return kLess | kEqual;
    case CmpInst::ICMP_UGT:
    case CmpInst::ICMP_SGT: return kGreater;
    case CmpInst::ICMP_UGE:
    case CmpInst::ICMP_SGE: return kGreater | kEqual;
    default: return kAny;
  }
}

CmpInst::Predicate predicateOf(unsigned outcomes, bool isSigned) {
  switch (outcomes) {
    case kEqual: return CmpInst::ICMP_EQ;
    case kLess: return isSigned ? CmpInst::ICMP_SLT : CmpInst::ICMP_ULT;
    case kGreater: return isSigned ? CmpInst::ICMP_SGT : CmpInst::ICMP_UGT;
    case kLess | kEqual: return isSigned ? CmpInst::ICMP_SLE : CmpInst::ICMP_ULE;
    case kGreater | kEqual: return isSigned ? CmpInst::ICMP_SGE : CmpInst::ICMP_UGE;
    default: return CmpInst::ICMP_NE;
  }
}

// The integer that a pointer was made of; clang loads pointers atomically as
// integers.
Value* asNumber(Value* pointer) {
  if (auto* cast = llvm::dyn_cast<llvm::IntToPtrInst>(pointer)) return cast->getOperand(0);
  if (!llvm::isa<llvm::ConstantPointerNull>(pointer)) return nullptr;
  return ConstantInt::get(llvm::Type::getInt64Ty(pointer->getContext()), 0);
}

enum class Merged { Contradiction, One, Both };

// `x` and `other` are about the same two values. One: `x` now says both.
Merged mergeSameSides(Literal& x, const Literal& other) {
  const bool sameOrder = CmpInst::isEquality(x.predicate) || CmpInst::isEquality(other.predicate) ||
                         CmpInst::isSigned(x.predicate) == CmpInst::isSigned(other.predicate);
  if (!sameOrder) return Merged::Both;
  const bool isSigned = CmpInst::isSigned(x.predicate) || CmpInst::isSigned(other.predicate);
  const unsigned outcomes = outcomesOf(x.predicate) & outcomesOf(other.predicate);
  if (outcomes == 0) return Merged::Contradiction;
  x.predicate = predicateOf(outcomes, isSigned);
  return Merged::One;
}

// Both compare the same value with an integer constant.
Merged mergeRanges(Literal& x, const Literal& other) {
  const auto rangeOf = [](const Literal& literal) {
    return llvm::ConstantRange::makeExactICmpRegion(literal.predicate,
                                                    llvm::cast<ConstantInt>(literal.right)->getValue());
  };
  const auto range = rangeOf(x).exactIntersectWith(rangeOf(other));
  if (!range) return Merged::Both;
  if (range->isEmptySet()) return Merged::Contradiction;
  CmpInst::Predicate predicate;
  llvm::APInt bound;
  if (!range->getEquivalentICmp(predicate, bound)) return Merged::Both;
  x.predicate = predicate;
  x.right = ConstantInt::get(x.right->getType(), bound);
  return Merged::One;
}

Merged mergeTwo(Literal& x, Literal other) {
  if (x.isAboutAccess() || other.isAboutAccess()) {
    if (x.isAboutAccess() != other.isAboutAccess() || x.left != other.left) return Merged::Both;
    return x.predicate == other.predicate ? Merged::One : Merged::Contradiction;
  }
  if (isSame(x.left, other.right) && isSame(x.right, other.left)) {
    std::swap(other.left, other.right);
    other.predicate = CmpInst::getSwappedPredicate(other.predicate);
  }
  if (!isSame(x.left, other.left)) return Merged::Both;
  if (isSame(x.right, other.right)) return mergeSameSides(x, other);
  const bool ranges = llvm::isa<ConstantInt>(x.right) && llvm::isa<ConstantInt>(other.right);
  return ranges ? mergeRanges(x, other) : Merged::Both;
}

bool implies(const Conjunction& strong, const Conjunction& weak) {
  return std::ranges::all_of(weak.literals(), [&](const Literal& literal) {
    return std::ranges::find(strong.literals(), literal) != strong.literals().end();
  });
}

}  // namespace

bool Conjunction::merge(const Literal& literal) {
  for (const Literal& known : literals_) {
    Literal both = known;
    switch (mergeTwo(both, literal)) {
      case Merged::Contradiction: return false;
      case Merged::Both: continue;
      case Merged::One: break;
    }
    if (both == known) return true;
    // What is now known of these values may say more about the others too.
    literals_.erase(&known);
    return merge(both);
  }
  literals_.push_back(literal);
  return true;
}

bool Conjunction::add(CmpInst::Predicate predicate, Value* left, Value* right) {
  left = lookThrough(left);
  right = lookThrough(right);
  // A value that was never set may be another one each time it is read.
  if (llvm::isa<llvm::UndefValue>(left) || llvm::isa<llvm::UndefValue>(right)) return false;
  if (llvm::isa<llvm::Constant>(left) && !llvm::isa<llvm::Constant>(right)) {
    std::swap(left, right);
    predicate = CmpInst::getSwappedPredicate(predicate);
  }
  if (left == right) return CmpInst::isTrueWhenEqual(predicate);
  auto* number = llvm::dyn_cast<ConstantInt>(right);
  if (auto* other = llvm::dyn_cast<ConstantInt>(left); other && number) {
    return ICmpInst::compare(other->getValue(), number->getValue(), predicate);
  }
  if (!CmpInst::isEquality(predicate)) return merge({predicate, left, right});

  Value *leftNumber = asNumber(left), *rightNumber = asNumber(right);
  if (leftNumber && rightNumber && leftNumber->getType() == rightNumber->getType() &&
      !llvm::isa<llvm::Constant>(left)) {
    return add(predicate, leftNumber, rightNumber);
  }
  Value* narrow;
  if (number && match::match(left, match::m_ZExt(match::m_Value(narrow)))) {
    const unsigned bits = narrow->getType()->getScalarSizeInBits();
    if (number->getValue().getActiveBits() > bits) return predicate == CmpInst::ICMP_NE;
    return add(predicate, narrow, ConstantInt::get(narrow->getType(), number->getValue().trunc(bits)));
  }
  if (number && left->getType()->isIntegerTy(1)) {
    return addTruth(left, number->isOne() == (predicate == CmpInst::ICMP_EQ));
  }
  for (const auto& [old, other] : {std::pair{left, right}, std::pair{right, left}}) {
    llvm::AtomicCmpXchgInst* exchange = resultOf(old, 0);
    if (exchange && exchange->getCompareOperand() == other) {
      return addSuccess(*exchange, predicate == CmpInst::ICMP_EQ);
    }
  }
  return merge({predicate, left, right});
}

bool Conjunction::addTruth(Value* condition, bool value) {
  condition = lookThrough(condition);
  if (llvm::isa<llvm::UndefValue>(condition)) return false;
  Value *first, *second;
  if (auto* constant = llvm::dyn_cast<ConstantInt>(condition)) return constant->isOne() == value;
  if (match::match(condition, match::m_Not(match::m_Value(first)))) return addTruth(first, !value);
  if (auto* comparison = llvm::dyn_cast<ICmpInst>(condition)) {
    return add(value ? comparison->getPredicate() : comparison->getInversePredicate(), comparison->getOperand(0),
               comparison->getOperand(1));
  }
  const bool both = value ? match::match(condition, match::m_LogicalAnd(match::m_Value(first), match::m_Value(second)))
                          : match::match(condition, match::m_LogicalOr(match::m_Value(first), match::m_Value(second)));
  if (both) return addTruth(first, value) && addTruth(second, value);
  if (match::match(condition, match::m_Trunc(match::m_ZExt(match::m_Value(first)))) &&
      first->getType()->isIntegerTy(1)) {
    return addTruth(first, value);
  }
  // A bool that was kept in a byte: of the byte more may be known on some way.
  if (const auto* bit = llvm::dyn_cast<llvm::TruncInst>(condition); bit && bit->hasNoUnsignedWrap()) {
    Value* const byte = bit->getOperand(0);
    return add(CmpInst::ICMP_EQ, byte, ConstantInt::get(byte->getType(), value));
  }
  if (llvm::AtomicCmpXchgInst* exchange = resultOf(condition, 1)) return addSuccess(*exchange, value);
  return merge({CmpInst::ICMP_EQ, condition, ConstantInt::getBool(condition->getContext(), value)});
}

bool Conjunction::addSuccess(llvm::AtomicCmpXchgInst& exchange, bool value) {
  return merge({value ? CmpInst::ICMP_EQ : CmpInst::ICMP_NE, &exchange, nullptr});
}

bool Conjunction::addUnchanged(llvm::AtomicRMWInst& update) { return merge({CmpInst::ICMP_EQ, &update, nullptr}); }

bool Conjunction::add(const Literal& literal) {
  return literal.isAboutAccess() ? merge(literal) : add(literal.predicate, literal.left, literal.right);
}

void Condition::addDisjunct(Conjunction disjunct) {
  if (disjunct.literals().size() > kMostLiterals) {
    isCropped_ = true;
    return;
  }
  // Of two that differ only in that one asks for more, the other is enough;
  // but only if it is acted on at a place that both come by.
  for (const Conjunction& known : disjuncts_) {
    if (known.earliest == disjunct.earliest && implies(disjunct, known)) return;
  }
  llvm::erase_if(disjuncts_, [&](const Conjunction& known) {
    return known.earliest == disjunct.earliest && implies(known, disjunct);
  });
  if (disjuncts_.size() == kMostDisjuncts) {
    isCropped_ = true;
    return;
  }
  disjuncts_.push_back(std::move(disjunct));
}

void Condition::restrict(llvm::function_ref<bool(Conjunction&)> change) {
  const auto before = std::exchange(disjuncts_, {});
  for (Conjunction disjunct : before) {
    if (change(disjunct)) addDisjunct(std::move(disjunct));
  }
}

std::string toString(const Condition& condition) {
  std::string text;
  llvm::raw_string_ostream out(text);
  const char* between = "";
  for (const Conjunction& disjunct : condition.disjuncts()) {
    out << between;
    between = " | ";
    if (disjunct.literals().empty()) out << "true";
    const char* comma = "";
    for (const Literal& literal : disjunct.literals()) {
      out << comma;
      comma = " & ";
      if (literal.isAboutAccess()) {
        const bool exchange = llvm::isa<llvm::AtomicCmpXchgInst>(literal.left);
        out << (!exchange ? "unchanged(" : literal.predicate == CmpInst::ICMP_EQ ? "succeeds(" : "fails(");
        literal.left->printAsOperand(out, false);
        out << ")";
        continue;
      }
      literal.left->printAsOperand(out, false);
      out << " " << CmpInst::getPredicateName(literal.predicate) << " ";
      literal.right->printAsOperand(out, false);
    }
    if (disjunct.earliest) {
      out << " after ";
      disjunct.earliest->printAsOperand(out, false);
    }
  }
  return condition.isNever() ? "false" : text;
}

}  // namespace heddle::analysis
