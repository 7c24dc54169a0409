// A node of a formula (formula.h).
#pragma once

#include <cstdint>

namespace heddle::symbolic {

enum class Kind : std::uint8_t {
  Constant,
  Variable,
  Not,  // all bits; of a truth value: the other one
  And,
  Or,
  Xor,
  Add,
  Subtract,
  Multiply,
  DivideUnsigned,
  DivideSigned,
  RemainderUnsigned,
  RemainderSigned,
  ShiftLeft,
  ShiftRight,
  ShiftRightSigned,
  Equal,
  LessUnsigned,
  LessSigned,
  Choose,   // the second if the first holds, else the third
  Extract,  // as many bits as it is wide, from bit `value` on
  Concat,   // the first is the higher part
  ExtendZero,
  ExtendSign,
};

using Formula = std::uint32_t;

struct Node {
  Kind kind;
  std::uint8_t width;       // bits; 0: a truth value
  Formula arguments[3];     // those that it does not have are 0
  std::uint64_t value = 0;  // Constant; Extract; Variable: its number

  bool operator==(const Node&) const = default;
};

// How many arguments nodes of the kind have.
constexpr unsigned arity(Kind kind) {
  switch (kind) {
    case Kind::Constant:
    case Kind::Variable: return 0;
    case Kind::Not:
    case Kind::Extract:
    case Kind::ExtendZero:
    case Kind::ExtendSign: return 1;
    case Kind::Choose: return 3;
    default: return 2;
  }
}

// As many ones.
constexpr std::uint64_t maskOf(unsigned width) {
  return width >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1;
}

}  // namespace heddle::symbolic
