#include "symbolic/bits.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace heddle::symbolic {

Bits::Bits(const Formulas& formulas, AddClause addClause) : formulas_(formulas), addClause_(std::move(addClause)) {
  clause({kTrue});
}

std::size_t Bits::Hash::operator()(const Key& key) const {
  auto hash = static_cast<std::uint64_t>(key.gate);
  for (const Literal input : key.inputs)
    hash = (hash ^ static_cast<std::uint32_t>(input)) * 0x9e3779b97f4a7c15 + (hash >> 29);
  return hash;
}

// --- gates ---

// What comes out of it, and whether it is new.
std::pair<Bits::Literal, bool> Bits::gate(Gate gate, Literal x, Literal y, Literal z) {
  const auto [row, isNew] = gates_.try_emplace({gate, {x, y, z}}, 0);
  if (isNew) row->second = newLiteral();
  return {row->second, isNew};
}

Bits::Literal Bits::both(Literal x, Literal y) {
  if (x > y) std::swap(x, y);
  if (x == kFalse || y == kFalse || x == -y) return kFalse;
  if (x == kTrue || x == y) return y;
  if (y == kTrue) return x;
  const auto [out, isNew] = gate(Gate::And, x, y);
  if (isNew) {
    clause({-out, x});
    clause({-out, y});
    clause({out, -x, -y});
  }
  return out;
}

Bits::Literal Bits::all(Word of) {
  std::ranges::sort(of);
  of.erase(std::ranges::unique(of).begin(), of.end());
  std::erase(of, kTrue);
  if (std::ranges::binary_search(of, kFalse)) return kFalse;
  for (const Literal one : of)
    if (one > 0 && std::ranges::binary_search(of, -one)) return kFalse;
  if (of.empty()) return kTrue;
  if (of.size() == 1) return of.front();
  if (of.size() == 2) return both(of[0], of[1]);
  const Literal out = newLiteral();
  for (Literal& one : of) {
    clause({-out, one});
    one = -one;
  }
  of.push_back(out);
  addClause_(of);
  return out;
}

Bits::Literal Bits::differ(Literal x, Literal y) {
  const bool isNegated = (x < 0) != (y < 0);
  x = std::abs(x);
  y = std::abs(y);
  if (x > y) std::swap(x, y);
  const auto out = [&]() -> Literal {
    if (x == y) return kFalse;
    if (x == kTrue) return -y;
    const auto [made, isNew] = gate(Gate::Xor, x, y);
    if (isNew) {
      clause({-made, x, y});
      clause({-made, -x, -y});
      clause({made, -x, y});
      clause({made, x, -y});
    }
    return made;
  }();
  return isNegated ? -out : out;
}

Bits::Literal Bits::choose(Literal condition, Literal then, Literal otherwise) {
  if (condition < 0) return choose(-condition, otherwise, then);
  if (condition == kTrue || then == otherwise) return then;
  if (then == -otherwise) return -differ(condition, then);
  if (then == kTrue || then == condition) return either(condition, otherwise);
  if (then == kFalse || then == -condition) return both(-condition, otherwise);
  if (otherwise == kTrue || otherwise == -condition) return either(-condition, then);
  if (otherwise == kFalse || otherwise == condition) return both(condition, then);
  if (then < 0) return -choose(condition, -then, -otherwise);
  const auto [out, isNew] = gate(Gate::Choose, condition, then, otherwise);
  if (isNew) {
    clause({-condition, -then, out});
    clause({-condition, then, -out});
    clause({condition, -otherwise, out});
    clause({condition, otherwise, -out});
  }
  return out;
}

Bits::Literal Bits::majority(Literal x, Literal y, Literal z) {
  Literal all[] = {x, y, z};
  std::ranges::sort(all, {}, [](Literal one) { return std::pair(std::abs(one), one); });
  const auto [a, b, c] = std::tuple(all[0], all[1], all[2]);
  if (a == kTrue) return either(b, c);
  if (a == kFalse) return both(b, c);
  if (a == b || b == c) return b;
  if (a == -b) return c;
  if (b == -c) return a;
  const auto [out, isNew] = gate(Gate::Majority, a, b, c);
  if (isNew) {
    for (const auto& [p, q] : {std::pair(a, b), std::pair(a, c), std::pair(b, c)}) {
      clause({-p, -q, out});
      clause({p, q, -out});
    }
  }
  return out;
}

// --- words ---

Bits::Word Bits::negated(Word x) {
  for (Literal& bit : x) bit = -bit;
  return x;
}

Bits::Word Bits::cut(const Word& x, std::size_t from, std::size_t width) {
  const auto begin = x.begin() + static_cast<std::ptrdiff_t>(from);
  return {begin, begin + static_cast<std::ptrdiff_t>(width)};
}

Bits::Word Bits::choose(Literal condition, const Word& then, const Word& otherwise) {
  Word out(then.size());
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = choose(condition, then[i], otherwise[i]);
  return out;
}

Bits::Word Bits::sum(const Word& x, const Word& y, Literal carry) {
  Word out(x.size());
  for (std::size_t i = 0; i < out.size(); ++i) {
    out[i] = differ(differ(x[i], y[i]), carry);
    carry = majority(x[i], y[i], carry);
  }
  return out;
}

Bits::Word Bits::product(const Word& x, const Word& y) {
  const auto unknown = [](const Word& word) {
    return std::ranges::count_if(word, [](Literal bit) { return std::abs(bit) != kTrue; });
  };
  if (unknown(x) < unknown(y)) return product(y, x);
  Word out(x.size(), kFalse);
  for (std::size_t i = 0; i < y.size(); ++i) {
    if (y[i] == kFalse) continue;
    Word row(x.size(), kFalse);
    for (std::size_t j = i; j < row.size(); ++j) row[j] = both(x[j - i], y[i]);
    out = sum(out, row, kFalse);
  }
  return out;
}

// And what remains, without signs. By zero: all ones, and x, as a solver defines it.
std::pair<Bits::Word, Bits::Word> Bits::quotient(const Word& x, const Word& y) {
  Word out(x.size()), rest(x.size() + 1, kFalse), wide = y;
  wide.push_back(kFalse);
  for (std::size_t i = x.size(); i-- > 0;) {
    rest.insert(rest.begin(), x[i]);
    rest.pop_back();
    out[i] = -isLess(rest, wide);
    rest = choose(out[i], sum(rest, negated(wide), kTrue), rest);
  }
  rest.pop_back();
  return {out, rest};
}

Bits::Word Bits::shifted(const Word& x, const Word& by, Kind kind) {
  const Literal fill = kind == Kind::ShiftRightSigned ? x.back() : kFalse;
  Word out = x;
  Literal isFar = kFalse;
  for (std::size_t i = 0; i < by.size(); ++i) {
    if (i >= 8 || (std::size_t{1} << i) >= x.size()) {
      isFar = either(isFar, by[i]);
      continue;
    }
    const std::size_t distance = std::size_t{1} << i;
    Word moved(x.size(), fill);
    for (std::size_t j = distance; j < x.size(); ++j) {
      if (kind == Kind::ShiftLeft)
        moved[j] = out[j - distance];
      else
        moved[j - distance] = out[j];
    }
    out = choose(by[i], moved, out);
  }
  return choose(isFar, Word(x.size(), fill), out);
}

Bits::Literal Bits::isLess(const Word& x, const Word& y) {
  Literal less = kFalse;
  for (std::size_t i = 0; i < x.size(); ++i) less = majority(-x[i], y[i], less);
  return less;
}

Bits::Literal Bits::isEqual(const Word& x, const Word& y) {
  Word same(x.size());
  for (std::size_t i = 0; i < same.size(); ++i) same[i] = -differ(x[i], y[i]);
  return all(std::move(same));
}

// --- formulas ---

Bits::Word Bits::constant(std::uint64_t value, unsigned width) {
  Word out(std::max(width, 1U));
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = (value >> i & 1) != 0 ? kTrue : kFalse;
  return out;
}

// A word of which the upper bits are never set: of as many bits as can be, what it is computed to from such words.
template <typename Compute>
Bits::Word Bits::lowOnly(const Word& x, const Word& y, std::uint64_t largest, Compute compute) {
  const auto used = static_cast<std::size_t>(std::bit_width(largest));
  Word out = compute(cut(x, 0, used), cut(y, 0, used));
  out.resize(x.size(), kFalse);
  return out;
}

Bits::Word Bits::made(const Node& node, std::uint64_t largest) {
  const auto arg = [&](unsigned i) -> const Word& { return known_[node.arguments[i]]; };
  const auto bitwise = [&](auto gate) {
    Word out;
    for (std::size_t i = 0; i < arg(0).size(); ++i) out.push_back(gate(arg(0)[i], arg(1)[i]));
    return out;
  };
  switch (node.kind) {
    case Kind::Constant: return constant(node.value, node.width);
    case Kind::Variable: {
      Word out(std::max<unsigned>(node.width, 1));
      for (std::size_t i = 0; i < out.size(); ++i) out[i] = (largest >> i) != 0 ? newLiteral() : kFalse;
      requireOne({-isLess(constant(largest, node.width), out)});
      return out;
    }
    case Kind::Not: return negated(arg(0));
    case Kind::And: return bitwise([&](Literal x, Literal y) { return both(x, y); });
    case Kind::Or: return bitwise([&](Literal x, Literal y) { return either(x, y); });
    case Kind::Xor: return bitwise([&](Literal x, Literal y) { return differ(x, y); });
    case Kind::Add:
      return lowOnly(arg(0), arg(1), largest, [&](const Word& x, const Word& y) { return sum(x, y, kFalse); });
    case Kind::Subtract: return sum(arg(0), negated(arg(1)), kTrue);
    case Kind::Multiply:
      return lowOnly(arg(0), arg(1), largest, [&](const Word& x, const Word& y) { return product(x, y); });
    case Kind::DivideUnsigned: return quotient(arg(0), arg(1)).first;
    case Kind::RemainderUnsigned: return quotient(arg(0), arg(1)).second;
    case Kind::DivideSigned: {
      const Word out = quotient(magnitude(arg(0)), magnitude(arg(1))).first;
      return choose(differ(arg(0).back(), arg(1).back()), minus(out), out);
    }
    case Kind::RemainderSigned: {
      const Word out = quotient(magnitude(arg(0)), magnitude(arg(1))).second;
      return choose(arg(0).back(), minus(out), out);
    }
    case Kind::ShiftLeft:
    case Kind::ShiftRight:
    case Kind::ShiftRightSigned: return shifted(arg(0), arg(1), node.kind);
    case Kind::Equal: return {isEqual(arg(0), arg(1))};
    case Kind::LessUnsigned: return {isLess(arg(0), arg(1))};
    case Kind::LessSigned: {
      Word x = arg(0), y = arg(1);
      std::swap(x.back(), y.back());  // the sign counts the other way
      return {isLess(x, y)};
    }
    case Kind::Choose: return choose(arg(0).front(), arg(1), arg(2));
    case Kind::Extract: return cut(arg(0), node.value, node.width);
    case Kind::Concat: {
      Word out = arg(1);
      out.insert(out.end(), arg(0).begin(), arg(0).end());
      return out;
    }
    case Kind::ExtendZero:
    case Kind::ExtendSign: {
      Word out = arg(0);
      out.resize(node.width, node.kind == Kind::ExtendSign ? arg(0).back() : kFalse);
      return out;
    }
  }
  return {};
}

std::span<const Bits::Literal> Bits::of(Formula formula) {
  if (known_.size() < formulas_.size()) known_.resize(formulas_.size());
  formulas_.visitBelow(
      formula, [&](Formula at) { return !known_[at].empty(); },
      [&](Formula at) { known_[at] = made(formulas_[at], formulas_.largest(at)); });
  return known_[formula];
}

// --- what holds ---

// A variable that is equal to something, if it has no bits yet, and may be as large.
bool Bits::define(const Node& equation) {
  for (const unsigned i : {0U, 1U}) {
    const Formula variable = equation.arguments[i];
    const Formula other = equation.arguments[1 - i];
    if (formulas_[variable].kind != Kind::Variable || formulas_.largest(variable) < formulas_.largest(other)) continue;
    const auto value = of(other);
    if (!known_[variable].empty()) continue;  // it may be part of the value
    known_[variable] = Word(value.begin(), value.end());
    return true;
  }
  return false;
}

void Bits::gatherEither(Formula truth, bool isNegated, Either& either) {
  const Node& node = formulas_[truth];
  if (node.kind == Kind::Not) return gatherEither(node.arguments[0], !isNegated, either);
  if (node.kind == (isNegated ? Kind::And : Kind::Or)) {
    gatherEither(node.arguments[0], isNegated, either);
    return gatherEither(node.arguments[1], isNegated, either);
  }
  if (node.kind == Kind::Equal && !isNegated && !either.equation && known(truth).empty()) {
    either.equation = truth;
    return;
  }
  const Literal literal = of(truth).front();
  either.clause.push_back(isNegated ? -literal : literal);
}

void Bits::requireOne(Word clause) {
  if (std::ranges::find(clause, kTrue) != clause.end()) return;
  std::erase(clause, kFalse);
  addClause_(clause);
}

void Bits::require(Formula truth, bool isNegated) {
  const Node& node = formulas_[truth];
  if (node.kind == Kind::Not) return require(node.arguments[0], !isNegated);
  if (node.kind == (isNegated ? Kind::Or : Kind::And)) {
    require(node.arguments[0], isNegated);
    return require(node.arguments[1], isNegated);
  }
  if (node.kind == Kind::Equal && !isNegated && define(node)) return;
  Either either;
  gatherEither(truth, isNegated, either);
  if (!either.equation) return requireOne(std::move(either.clause));
  if (std::ranges::find(either.clause, kTrue) != either.clause.end()) return;
  // Bit by bit, which takes no gates.
  const auto [left, right, none] = formulas_[*either.equation].arguments;
  const auto bits = of(left);
  const Word x(bits.begin(), bits.end());
  const auto others = of(right);
  const Word y(others.begin(), others.end());
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (x[i] == y[i]) continue;
    for (const Literal sign : {1, -1}) {
      Word clause = either.clause;
      clause.push_back(sign * x[i]);
      clause.push_back(-sign * y[i]);
      requireOne(std::move(clause));
    }
  }
}

void Bits::require(Formula truth) { require(truth, false); }

}  // namespace heddle::symbolic
