// IEEE 754 arithmetic on bit vectors: binary32 and binary64, rounded to nearest, ties to even.
//
// A number is its bits. What the standard leaves open is as this machine has it, since that
// is where programs run: which NaN comes out, and which integer where none fits.
//
//   Follows   Brain, Schanda and Sun, "Building better bit-blasting for floating-point
//             problems" (TACAS 2019): unpack, compute with a sticky bit, round once.
#pragma once

#include "symbolic/formula.h"

namespace heddle::symbolic {

struct FloatFormat {
  unsigned exponentBits, fractionBits;

  unsigned width() const { return 1 + exponentBits + fractionBits; }
};

inline constexpr FloatFormat kFloat{8, 23}, kDouble{11, 52};
inline FloatFormat floatFormatOf(unsigned width) { return width == 32 ? kFloat : kDouble; }

class Floats {
 public:
  Floats(Formulas& formulas, FloatFormat format) : f_(formulas), format_(format) {}

  Formula add(Formula x, Formula y);
  Formula subtract(Formula x, Formula y) { return add(x, negative(y, /*unlessNan=*/true)); }
  Formula multiply(Formula x, Formula y);
  Formula divide(Formula x, Formula y);
  Formula negative(Formula x, bool unlessNan = false);
  Formula absolute(Formula x);

  // None of these holds of a NaN but the first.
  Formula isUnordered(Formula x, Formula y);
  Formula isEqual(Formula x, Formula y);
  Formula isLess(Formula x, Formula y);
  // Of one of the classes that the bits of LLVM's is.fpclass stand for.
  Formula isOfClass(Formula x, std::uint64_t classes);

  // From and to integers of any width; towards zero.
  Formula fromInteger(Formula x, bool isSigned);
  Formula toInteger(Formula x, unsigned width, bool isSigned);
  // In another format.
  Formula converted(Formula x, FloatFormat other);

 private:
  // Finite: significand * 2^exponent. Of zero and of what is not finite the numbers mean nothing.
  struct Parts {
    Formula isNegative, isNan, isInfinite, isZero;
    Formula exponent, significand;
  };

  Parts unpacked(Formula x);
  // The same with the highest bit of the significand set.
  Parts normalized(Formula x);
  // The nearest to significand * 2^exponent, whose lowest bit says that there is more below it if it is not exact.
  Formula rounded(Formula isNegative, Formula exponent, Formula significand);

  Formula nanOf(Formula x, Formula y);
  Formula quiet(Formula nan);
  Formula invalid();
  Formula infinity(Formula isNegative);
  Formula zero(Formula isNegative);
  Formula withSign(Formula isNegative, Formula magnitude);
  Formula magnitudeOf(Formula x);
  Formula product(Formula x, Formula y);
  Formula isSignalling(Formula x);
  Formula isBelow(Formula x, unsigned power);
  Formula towardsZero(Formula x, unsigned width);
  Formula indefiniteInteger(Formula x, unsigned width, bool isSigned);
  Formula saturatedInteger(Formula x, unsigned width, bool isSigned);

  Formula exponentOf(std::int64_t value) { return f_.constant(static_cast<std::uint64_t>(value), kExponent); }
  Formula leadingZerosOut(Formula& exponent, Formula significand);
  Formula shiftedRight(Formula x, Formula by);

  static constexpr unsigned kExponent = 16;  // bits, signed
  unsigned precision() const { return format_.fractionBits + 1; }
  std::int64_t bias() const { return (std::int64_t{1} << (format_.exponentBits - 1)) - 1; }
  std::int64_t least() const { return 1 - bias() - format_.fractionBits; }  // exponent of the last bit of a subnormal

  Formulas& f_;
  const FloatFormat format_;
};

}  // namespace heddle::symbolic
