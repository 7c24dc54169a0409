// Terms: what an update rule computes, as data.
//
// A term is written as C++, over what the word holds and what the op has:
// `choose(old < a, old + constant<1>, constant<0>)`. Its type is its tree. So the
// executor's code for it is what a function by hand would be, and the tree can be
// read (Term::node): a formula is made of it that way.
//
// Values are unsigned integers as wide as the word, and all that is computed is cut
// to that width. Comparisons give 0 or 1.
#pragma once

#include <cstdint>

#include "core/op.h"

namespace heddle::core::terms {

enum class Kind : std::uint8_t {
  Old,  // what the word holds
  A,    // Op::a
  B,    // Op::b
  Constant,
  Add,
  Subtract,
  And,
  Or,
  Xor,
  Not,  // all bits
  Equal,
  Less,
  SignedLess,
  Choose,  // the second if the first is not 0, else the third
};

// A place of the tree.
struct Node {
  Kind kind;
  std::uint64_t constant = 0;
  const Node* arguments[3] = {};
};

// All bits of a value of `size` bytes.
constexpr Value maskOf(unsigned size) { return size >= 16 ? ~Value{0} : (Value{1} << (size * 8)) - 1; }

// Whether x < y, as signed integers of `size` bytes.
constexpr bool isLessSigned(Value x, Value y, unsigned size) {
  const Value sign = Value{1} << (size * 8 - 1);
  return ((x ^ sign) & maskOf(size)) < ((y ^ sign) & maskOf(size));
}

template <typename T>
concept IsTerm = requires { T::node.kind; };

template <Kind kind, IsTerm... Arguments>
struct Term {
  static constexpr Node node{kind, 0, {&Arguments::node...}};

  // `Word`: an unsigned integer as wide as the word, so that nothing has to be cut.
  template <typename Word>
  static constexpr Word of(Word a, Word b, Word old) {
    if constexpr (kind == Kind::Old) return old;
    if constexpr (kind == Kind::A) return a;
    if constexpr (kind == Kind::B) return b;
    if constexpr (sizeof...(Arguments) > 0) return computed<Word>(Arguments::template of<Word>(a, b, old)...);
  }

 private:
  template <typename Word>
  static constexpr Word computed(Word x) {
    static_assert(kind == Kind::Not);
    return static_cast<Word>(~x);
  }
  template <typename Word>
  static constexpr Word computed(Word x, Word y) {
    if constexpr (kind == Kind::Add) return static_cast<Word>(x + y);
    if constexpr (kind == Kind::Subtract) return static_cast<Word>(x - y);
    if constexpr (kind == Kind::And) return x & y;
    if constexpr (kind == Kind::Or) return x | y;
    if constexpr (kind == Kind::Xor) return x ^ y;
    if constexpr (kind == Kind::Equal) return x == y ? 1 : 0;
    if constexpr (kind == Kind::Less) return x < y ? 1 : 0;
    if constexpr (kind == Kind::SignedLess) return isLessSigned(x, y, sizeof(Word)) ? 1 : 0;
  }
  template <typename Word>
  static constexpr Word computed(Word condition, Word then, Word otherwise) {
    static_assert(kind == Kind::Choose);
    return condition != 0 ? then : otherwise;
  }
};

template <std::uint64_t value>
struct ConstantTerm {
  static constexpr Node node{Kind::Constant, value};
  template <typename Word>
  static constexpr Word of(Word, Word, Word) {
    return static_cast<Word>(value);
  }
};

inline constexpr Term<Kind::Old> old;
inline constexpr Term<Kind::A> a;
inline constexpr Term<Kind::B> b;
template <std::uint64_t value>
inline constexpr ConstantTerm<value> constant;
inline constexpr auto always = constant<1>;
inline constexpr auto never = constant<0>;

// clang-format off
constexpr auto operator+(IsTerm auto x, IsTerm auto y) { return Term<Kind::Add, decltype(x), decltype(y)>(); }
constexpr auto operator-(IsTerm auto x, IsTerm auto y) { return Term<Kind::Subtract, decltype(x), decltype(y)>(); }
constexpr auto operator&(IsTerm auto x, IsTerm auto y) { return Term<Kind::And, decltype(x), decltype(y)>(); }
constexpr auto operator|(IsTerm auto x, IsTerm auto y) { return Term<Kind::Or, decltype(x), decltype(y)>(); }
constexpr auto operator^(IsTerm auto x, IsTerm auto y) { return Term<Kind::Xor, decltype(x), decltype(y)>(); }
constexpr auto operator~(IsTerm auto x) { return Term<Kind::Not, decltype(x)>(); }
constexpr auto operator==(IsTerm auto x, IsTerm auto y) { return Term<Kind::Equal, decltype(x), decltype(y)>(); }
constexpr auto operator<(IsTerm auto x, IsTerm auto y) { return Term<Kind::Less, decltype(x), decltype(y)>(); }
// clang-format on
constexpr auto lessSigned(IsTerm auto x, IsTerm auto y) { return Term<Kind::SignedLess, decltype(x), decltype(y)>(); }
constexpr auto choose(IsTerm auto condition, IsTerm auto then, IsTerm auto otherwise) {
  return Term<Kind::Choose, decltype(condition), decltype(then), decltype(otherwise)>();
}

// The value of a tree, place by place: slow, for tests and for whoever reads trees.
Value valueOf(const Node& node, const Op& op, Value word);

}  // namespace heddle::core::terms
