#include "symbolic/formula.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "base/check.h"
#include "symbolic/largest.h"

namespace heddle::symbolic {
namespace {

std::int64_t asSigned(std::uint64_t value, unsigned width) {
  const unsigned unused = 64 - width;
  return static_cast<std::int64_t>(value << unused) >> unused;
}

// Division by zero is what SMT-LIB says it is.
std::uint64_t computed(Kind kind, std::uint64_t x, std::uint64_t y, unsigned width) {
  const std::int64_t sx = asSigned(x, width), sy = asSigned(y, width);
  switch (kind) {
    case Kind::And: return x & y;
    case Kind::Or: return x | y;
    case Kind::Xor: return x ^ y;
    case Kind::Add: return x + y;
    case Kind::Subtract: return x - y;
    case Kind::Multiply: return x * y;
    case Kind::DivideUnsigned: return y == 0 ? ~std::uint64_t{0} : x / y;
    case Kind::RemainderUnsigned: return y == 0 ? x : x % y;
    case Kind::DivideSigned:
      if (y == 0) return sx < 0 ? 1 : ~std::uint64_t{0};
      return sy == -1 ? -x : static_cast<std::uint64_t>(sx / sy);
    case Kind::RemainderSigned:
      if (y == 0) return x;
      return sy == -1 ? 0 : static_cast<std::uint64_t>(sx % sy);
    case Kind::ShiftLeft: return y >= width ? 0 : x << y;
    case Kind::ShiftRight: return y >= width ? 0 : x >> y;
    case Kind::ShiftRightSigned: return static_cast<std::uint64_t>(sx >> std::min<std::uint64_t>(y, width - 1));
    case Kind::Equal: return x == y ? 1 : 0;
    case Kind::LessUnsigned: return x < y ? 1 : 0;
    case Kind::LessSigned: return sx < sy ? 1 : 0;
    default: break;
  }
  HEDDLE_CHECK_NOTE(false, "no operation on two values");
  return 0;
}

constexpr unsigned kMostDepth = 1000;  // of choices and sums that an extraction is taken into

bool isComparison(Kind kind) { return kind == Kind::Equal || kind == Kind::LessUnsigned || kind == Kind::LessSigned; }
bool isCommutative(Kind kind) {
  return kind == Kind::And || kind == Kind::Or || kind == Kind::Xor || kind == Kind::Add || kind == Kind::Multiply ||
         kind == Kind::Equal;
}

}  // namespace

std::size_t Formulas::Hash::operator()(const Node& node) const {
  std::uint64_t hash = static_cast<std::uint64_t>(node.kind) << 8 | node.width;
  for (const std::uint64_t part : {std::uint64_t{node.arguments[0]}, std::uint64_t{node.arguments[1]},
                                   std::uint64_t{node.arguments[2]}, node.value})
    hash = (hash ^ part) * 0x9e3779b97f4a7c15 + (hash >> 29);
  return hash;
}

Formulas::Formulas() {
  add({Kind::Constant, 0, {}, 0});
  add({Kind::Constant, 0, {}, 1});
}

Formula Formulas::add(const Node& node) {
  const auto [row, isNew] = known_.try_emplace(node, static_cast<Formula>(nodes_.size()));
  if (!isNew) return row->second;
  nodes_.push_back(node);
  largest_.push_back(computedLargest(node));
  return row->second;
}

std::uint64_t Formulas::computedLargest(const Node& node) const {
  if (node.kind == Kind::Constant) return node.value;
  if (node.kind == Kind::Variable) return maskOf(std::max<unsigned>(node.width, 1));
  Argument arguments[3];
  const unsigned count = arity(node.kind);
  for (unsigned i = 0; i < count; ++i)
    arguments[i] = {widthOf(node.arguments[i]), largest(node.arguments[i]), isConstant(node.arguments[i])};
  return largestOf(node, {arguments, count});
}

Formula Formulas::constant(std::uint64_t value, unsigned width) {
  if (width == 0) return truth(value != 0);
  return add({Kind::Constant, static_cast<std::uint8_t>(width), {}, value & maskOf(width)});
}

Formula Formulas::variable(unsigned width, std::uint64_t largest) {
  leaves_.push_back(add({Kind::Variable, static_cast<std::uint8_t>(width), {}, leaves_.size()}));
  if (width != 0) largest_.back() = largest;
  return leaves_.back();
}

Formula Formulas::negation(Formula x) {
  const Node node = nodes_[x];
  if (node.kind == Kind::Constant) return constant(node.width == 0 ? 1 - node.value : ~node.value, node.width);
  if (node.kind == Kind::Not) return node.arguments[0];
  return add({Kind::Not, node.width, {x}});
}

Formula Formulas::conjunction(Formula x, Formula y) { return binary(Kind::And, x, y); }
Formula Formulas::disjunction(Formula x, Formula y) { return binary(Kind::Or, x, y); }

Formula Formulas::all(std::span<const Formula> of) {
  Formula result = kTrue;
  for (const Formula one : of) result = conjunction(result, one);
  return result;
}
Formula Formulas::any(std::span<const Formula> of) {
  Formula result = kFalse;
  for (const Formula one : of) result = disjunction(result, one);
  return result;
}

Formula Formulas::equal(Formula x, Formula y) { return binary(Kind::Equal, x, y); }

Formula Formulas::choose(Formula condition, Formula then, Formula otherwise) {
  HEDDLE_CHECK(widthOf(then) == widthOf(otherwise) && widthOf(condition) == 0);
  if (isConstant(condition)) return condition == kTrue ? then : otherwise;
  if (then == otherwise) return then;
  if (nodes_[condition].kind == Kind::Not) return choose(nodes_[condition].arguments[0], otherwise, then);
  if (widthOf(then) == 0) {
    if (then == kTrue || then == condition) return disjunction(condition, otherwise);
    if (then == kFalse) return conjunction(negation(condition), otherwise);
    if (otherwise == kTrue) return disjunction(negation(condition), then);
    if (otherwise == kFalse || otherwise == condition) return conjunction(condition, then);
  }
  // The same question is not asked twice.
  if (const Node& inner = nodes_[then]; inner.kind == Kind::Choose && inner.arguments[0] == condition)
    return choose(condition, inner.arguments[1], otherwise);
  if (const Node& inner = nodes_[otherwise]; inner.kind == Kind::Choose && inner.arguments[0] == condition)
    return choose(condition, then, inner.arguments[2]);
  return add({Kind::Choose, static_cast<std::uint8_t>(widthOf(then)), {condition, then, otherwise}});
}

Formula Formulas::binary(Kind kind, Formula x, Formula y) {
  const unsigned width = widthOf(x);
  HEDDLE_CHECK(width == widthOf(y));
  if (isCommutative(kind) && (isConstant(x) || (!isConstant(y) && y < x))) std::swap(x, y);
  const auto result = static_cast<std::uint8_t>(isComparison(kind) ? 0 : width);
  if (isConstant(x) && isConstant(y))
    return constant(computed(kind, valueOf(x), valueOf(y), std::max(width, 1U)), result);
  // Where nothing is negative, signs do not matter.
  if (width != 0 && isNeverNegative(x)) {
    if (kind == Kind::ShiftRightSigned) return binary(Kind::ShiftRight, x, y);
    if (isNeverNegative(y)) {
      if (kind == Kind::LessSigned) return binary(Kind::LessUnsigned, x, y);
      if (kind == Kind::DivideSigned) return binary(Kind::DivideUnsigned, x, y);
      if (kind == Kind::RemainderSigned) return binary(Kind::RemainderUnsigned, x, y);
    }
  }
  if (kind == Kind::LessUnsigned && isConstant(x) && largest(y) <= valueOf(x)) return kFalse;
  if (isConstant(y)) {
    if (largest(x) < valueOf(y)) {
      if (kind == Kind::Equal) return kFalse;
      if (kind == Kind::LessUnsigned) return kTrue;
      if (kind == Kind::DivideUnsigned) return constant(0, width);
      if (kind == Kind::RemainderUnsigned) return x;
    }
    const bool isZero = valueOf(y) == 0;
    const bool isFull = valueOf(y) == (width == 0 ? 1 : maskOf(width));
    switch (kind) {
      case Kind::And:
        if (isZero || isFull) return isZero ? y : x;
        if (const unsigned low = static_cast<unsigned>(std::countr_one(valueOf(y))); valueOf(y) == maskOf(low))
          return resized(extract(x, 0, low), width);
        break;
      case Kind::RemainderUnsigned:
        if (std::has_single_bit(valueOf(y))) return binary(Kind::And, x, constant(valueOf(y) - 1, width));
        break;
      case Kind::Or:
        if (isZero || isFull) return isZero ? x : y;
        break;
      case Kind::Xor:
        if (isZero || isFull) return isZero ? x : negation(x);
        break;
      case Kind::Add:
      case Kind::Subtract:
      case Kind::ShiftLeft:
      case Kind::ShiftRight:
      case Kind::ShiftRightSigned:
        if (isZero) return x;
        break;
      case Kind::Multiply:
        if (isZero || valueOf(y) == 1) return isZero ? y : x;
        break;
      case Kind::Equal:
        if (width == 0) return isZero ? negation(x) : x;
        // A choice between constants that differ is its condition.
        if (const Node choice = nodes_[x]; choice.kind == Kind::Choose) {
          if (isConstant(choice.arguments[1]) || isConstant(choice.arguments[2]))
            return choose(choice.arguments[0], equal(choice.arguments[1], y), equal(choice.arguments[2], y));
        }
        break;
      case Kind::LessUnsigned:
        if (isZero) return kFalse;
        break;
      default: break;
    }
    if (kind == Kind::Subtract) return binary(Kind::Add, x, constant(-valueOf(y), width));
    // (z + c) + d
    if (const Node sum = nodes_[x]; kind == Kind::Add && sum.kind == Kind::Add && isConstant(sum.arguments[1]))
      return binary(Kind::Add, sum.arguments[0], constant(valueOf(sum.arguments[1]) + valueOf(y), width));
    if (const Node sum = nodes_[x]; kind == Kind::Equal && sum.kind == Kind::Add && isConstant(sum.arguments[1]))
      return equal(sum.arguments[0], constant(valueOf(y) - valueOf(sum.arguments[1]), width));
  }
  if (x == y) {
    switch (kind) {
      case Kind::And:
      case Kind::Or: return x;
      case Kind::Xor:
      case Kind::Subtract: return constant(0, width);
      case Kind::Equal: return kTrue;
      case Kind::LessUnsigned:
      case Kind::LessSigned: return kFalse;
      default: break;
    }
  }
  const auto isNegation = [&](Formula one, Formula of) {
    return nodes_[one].kind == Kind::Not && nodes_[one].arguments[0] == of;
  };
  if (width == 0 && (isNegation(x, y) || isNegation(y, x))) {
    if (kind == Kind::And || kind == Kind::Equal) return kFalse;
    if (kind == Kind::Or || kind == Kind::Xor) return kTrue;
  }
  return add({kind, result, {x, y}});
}

Formula Formulas::extract(Formula x, unsigned from, unsigned width) {
  const Node node = nodes_[x];
  if (from == 0 && width == node.width) return x;
  if (node.kind == Kind::Constant) return constant(node.value >> from, width);
  if (largest(x) >> from == 0) return constant(0, width);
  if (node.kind == Kind::Extract) return extract(node.arguments[0], from + static_cast<unsigned>(node.value), width);
  if (node.kind == Kind::Concat) {
    const unsigned low = widthOf(node.arguments[1]);
    if (from >= low) return extract(node.arguments[0], from - low, width);
    if (from + width <= low) return extract(node.arguments[1], from, width);
  }
  if (node.kind == Kind::ExtendZero || node.kind == Kind::ExtendSign) {
    const unsigned inner = widthOf(node.arguments[0]);
    if (from + width <= inner) return extract(node.arguments[0], from, width);
    if (node.kind == Kind::ExtendZero && from >= inner) return constant(0, width);
  }
  const Node extraction{Kind::Extract, static_cast<std::uint8_t>(width), {x}, from};
  // The lowest bits of these are those of the arguments' lowest bits.
  const bool isModular = node.kind == Kind::Add || node.kind == Kind::Subtract || node.kind == Kind::Multiply;
  if (node.kind != Kind::Choose && !(isModular && from == 0)) return add(extraction);
  // Its parts may be parts of each other: each is gone into once, and not for ever.
  if (const auto known = extracted_.find(extraction); known != extracted_.end()) return known->second;
  if (extractDepth_ == kMostDepth) return add(extraction);
  ++extractDepth_;
  const Formula last = extract(node.arguments[isModular ? 1 : 2], from, width);
  const Formula result = isModular ? binary(node.kind, extract(node.arguments[0], from, width), last)
                                   : choose(node.arguments[0], extract(node.arguments[1], from, width), last);
  --extractDepth_;
  extracted_.emplace(extraction, result);
  return result;
}

Formula Formulas::concat(Formula high, Formula low) {
  const Node h = nodes_[high], l = nodes_[low];
  const unsigned width = h.width + l.width;
  if (h.kind == Kind::Constant && l.kind == Kind::Constant) return constant(h.value << l.width | l.value, width);
  if (h.kind == Kind::Extract && l.kind == Kind::Extract && h.arguments[0] == l.arguments[0] &&
      h.value == l.value + l.width)
    return extract(h.arguments[0], static_cast<unsigned>(l.value), width);
  if (h.kind == Kind::Constant && h.value == 0) return resized(low, width);
  return add({Kind::Concat, static_cast<std::uint8_t>(width), {high, low}});
}

Formula Formulas::resized(Formula x, unsigned width, bool isSigned) {
  const Node node = nodes_[x];
  if (width == node.width) return x;
  isSigned = isSigned && (node.width == 0 || !isNeverNegative(x));
  if (width == 0) return equal(extract(x, 0, 1), constant(1, 1));
  if (node.width == 0) return choose(x, constant(isSigned ? ~std::uint64_t{0} : 1, width), constant(0, width));
  if (width < node.width) return extract(x, 0, width);
  if (node.kind == Kind::Constant)
    return constant(isSigned ? static_cast<std::uint64_t>(asSigned(node.value, node.width)) : node.value, width);
  if (node.kind == Kind::Choose && (isConstant(node.arguments[1]) || isConstant(node.arguments[2])))
    return choose(node.arguments[0], resized(node.arguments[1], width, isSigned),
                  resized(node.arguments[2], width, isSigned));
  return add({isSigned ? Kind::ExtendSign : Kind::ExtendZero, static_cast<std::uint8_t>(width), {x}});
}

Formula Formulas::isNotZero(Formula x) { return widthOf(x) == 0 ? x : negation(equal(x, constant(0, widthOf(x)))); }

Formula Formulas::rebuilt(const Node& node, std::span<const Formula> arguments) {
  switch (node.kind) {
    case Kind::Not: return negation(arguments[0]);
    case Kind::Choose: return choose(arguments[0], arguments[1], arguments[2]);
    case Kind::Extract: return extract(arguments[0], static_cast<unsigned>(node.value), node.width);
    case Kind::Concat: return concat(arguments[0], arguments[1]);
    case Kind::ExtendZero: return resized(arguments[0], node.width);
    case Kind::ExtendSign: return resized(arguments[0], node.width, true);
    default: return binary(node.kind, arguments[0], arguments[1]);
  }
}

// Computes a value of each node below, from those of its arguments: compute(formula, node, values).
template <typename Value, typename Compute>
Value Formulas::computedBelow(Formula formula, std::unordered_map<Formula, Value>& done, Compute compute) const {
  visitBelow(
      formula, [&](Formula at) { return done.contains(at); },
      [&](Formula at) {
        const Node node = nodes_[at];
        Value values[3] = {};
        for (unsigned i = 0; i < arity(node.kind); ++i) values[i] = done.at(node.arguments[i]);
        done[at] = compute(at, node, values);
      });
  return done[formula];
}

Formula Formulas::substituted(Formula formula, const std::vector<Formula>& leaves,
                              std::unordered_map<Formula, Formula>& done) {
  return computedBelow(formula, done, [&](Formula at, const Node& node, std::span<const Formula> arguments) {
    if (node.kind == Kind::Variable) return node.value < leaves.size() ? leaves[node.value] : at;
    return node.kind == Kind::Constant ? at : rebuilt(node, arguments);
  });
}

std::uint64_t Formulas::evaluated(Formula formula, const std::vector<std::uint64_t>& values) const {
  std::unordered_map<Formula, std::uint64_t> done;
  return computedBelow(formula, done, [&](Formula, const Node& node, std::span<const std::uint64_t> x) {
    const unsigned inner = arity(node.kind) == 0 ? 0 : std::max(1U, widthOf(node.arguments[0]));
    const auto result = [&]() -> std::uint64_t {
      switch (node.kind) {
        case Kind::Constant: return node.value;
        case Kind::Variable: return node.value < values.size() ? values[node.value] : 0;
        case Kind::Not: return ~x[0];
        case Kind::Choose: return x[0] != 0 ? x[1] : x[2];
        case Kind::Extract: return x[0] >> node.value;
        case Kind::Concat: return x[0] << widthOf(node.arguments[1]) | x[1];
        case Kind::ExtendZero: return x[0];
        case Kind::ExtendSign: return static_cast<std::uint64_t>(asSigned(x[0], inner));
        default: return computed(node.kind, x[0], x[1], inner);
      }
    };
    return result() & maskOf(std::max<unsigned>(node.width, 1));
  });
}

}  // namespace heddle::symbolic
