#include "symbolic/floats.h"

#include <algorithm>
#include <bit>
#include <iterator>

namespace heddle::symbolic {
namespace {

// x86-64: what is invalid is a negative NaN; of two NaNs the first one comes out; an integer that does not fit has its
// highest bit alone. AArch64: a positive one; a signalling one before others; the nearest integer, and 0 for a NaN.
#ifdef __x86_64__
constexpr bool kIsX86 = true;
#else
constexpr bool kIsX86 = false;
#endif

}  // namespace

// --- bits ---

Formula Floats::magnitudeOf(Formula x) { return f_.extract(x, 0, format_.width() - 1); }

Formula Floats::withSign(Formula isNegative, Formula magnitude) {
  return f_.concat(f_.resized(isNegative, 1), magnitude);
}

Formula Floats::zero(Formula isNegative) { return withSign(isNegative, f_.constant(0, format_.width() - 1)); }

Formula Floats::infinity(Formula isNegative) {
  const std::uint64_t exponent = (std::uint64_t{1} << format_.exponentBits) - 1;
  return withSign(isNegative, f_.constant(exponent << format_.fractionBits, format_.width() - 1));
}

Formula Floats::quiet(Formula nan) {
  const Formula bit = f_.constant(std::uint64_t{1} << (format_.fractionBits - 1), format_.width());
  return f_.binary(Kind::Or, nan, bit);
}

Formula Floats::invalid() { return quiet(infinity(f_.truth(kIsX86))); }

Formula Floats::isSignalling(Formula x) {
  return f_.conjunction(unpacked(x).isNan, f_.negation(f_.isNotZero(f_.extract(x, format_.fractionBits - 1, 1))));
}

// What comes out if one of them is a NaN.
Formula Floats::nanOf(Formula x, Formula y) {
  Formula isFirst = unpacked(x).isNan;
  if (!kIsX86) isFirst = f_.disjunction(isSignalling(x), f_.conjunction(isFirst, f_.negation(isSignalling(y))));
  return quiet(f_.choose(isFirst, x, y));
}

Formula Floats::negative(Formula x, bool unlessNan) {
  const Formula sign = f_.constant(std::uint64_t{1} << (format_.width() - 1), format_.width());
  const Formula other = f_.binary(Kind::Xor, x, sign);
  return unlessNan ? f_.choose(unpacked(x).isNan, x, other) : other;
}

Formula Floats::absolute(Formula x) { return withSign(Formulas::kFalse, magnitudeOf(x)); }

Floats::Parts Floats::unpacked(Formula x) {
  const Formula sign = f_.isNotZero(f_.extract(x, format_.width() - 1, 1));
  const Formula field = f_.extract(x, format_.fractionBits, format_.exponentBits);
  const Formula fraction = f_.extract(x, 0, format_.fractionBits);
  const Formula isSpecial = f_.equal(field, f_.constant(~std::uint64_t{0}, format_.exponentBits));
  const Formula isSubnormal = f_.equal(field, f_.constant(0, format_.exponentBits));
  const Formula hasFraction = f_.isNotZero(fraction);
  // The field of a subnormal number stands for the same exponent as 1 does.
  const Formula biased = f_.choose(isSubnormal, exponentOf(1), f_.resized(field, kExponent));
  return {.isNegative = sign,
          .isNan = f_.conjunction(isSpecial, hasFraction),
          .isInfinite = f_.conjunction(isSpecial, f_.negation(hasFraction)),
          .isZero = f_.conjunction(isSubnormal, f_.negation(hasFraction)),
          .exponent = f_.binary(Kind::Add, biased, exponentOf(least() - 1)),
          .significand = f_.concat(f_.resized(f_.negation(isSubnormal), 1), fraction)};
}

Floats::Parts Floats::normalized(Formula x) {
  Parts parts = unpacked(x);
  parts.significand = leadingZerosOut(parts.exponent, parts.significand);
  return parts;
}

// --- shifts ---

// The significand with its highest bit set, unless it is 0, and the exponent that belongs to it.
Formula Floats::leadingZerosOut(Formula& exponent, Formula significand) {
  const unsigned width = f_.widthOf(significand);
  for (unsigned by = std::bit_floor(width - 1); by != 0; by /= 2) {
    const Formula isFree = f_.negation(f_.isNotZero(f_.extract(significand, width - by, by)));
    const Formula moved = f_.concat(f_.extract(significand, 0, width - by), f_.constant(0, by));
    significand = f_.choose(isFree, moved, significand);
    exponent = f_.choose(isFree, f_.binary(Kind::Subtract, exponent, exponentOf(by)), exponent);
  }
  return significand;
}

// By a number that is not negative. The lowest bit says whether it or any that fell out was set.
Formula Floats::shiftedRight(Formula x, Formula by) {
  const unsigned width = f_.widthOf(x);
  Formula isLost = f_.conjunction(f_.isNotZero(x), f_.negation(f_.binary(Kind::LessUnsigned, by, exponentOf(width))));
  const Formula isAll = isLost;
  for (unsigned bit = 0; (1U << bit) < width; ++bit) {
    const unsigned step = 1U << bit;
    const Formula goes = f_.isNotZero(f_.extract(by, bit, 1));
    isLost = f_.disjunction(isLost, f_.conjunction(goes, f_.isNotZero(f_.extract(x, 0, step))));
    x = f_.choose(goes, f_.concat(f_.constant(0, step), f_.extract(x, step, width - step)), x);
  }
  x = f_.choose(isAll, f_.constant(0, width), x);
  return f_.binary(Kind::Or, x, f_.resized(isLost, width));
}

// --- rounding ---

Formula Floats::rounded(Formula isNegative, Formula exponent, Formula significand) {
  const unsigned room = precision() + 2;  // for what is dropped: the bit below, and one for all others
  if (f_.widthOf(significand) < room) {
    const unsigned more = room - f_.widthOf(significand);
    significand = f_.concat(significand, f_.constant(0, more));
    exponent = f_.binary(Kind::Subtract, exponent, exponentOf(more));
  }
  const unsigned width = f_.widthOf(significand);
  const Formula isZero = f_.negation(f_.isNotZero(significand));
  significand = leadingZerosOut(exponent, significand);
  const Formula biased = f_.binary(Kind::Add, exponent, exponentOf(static_cast<std::int64_t>(width) - 1 + bias()));
  const Formula isSubnormal = f_.binary(Kind::LessSigned, biased, exponentOf(1));
  const Formula below = f_.choose(isSubnormal, f_.binary(Kind::Subtract, exponentOf(1), biased), exponentOf(0));
  significand = shiftedRight(significand, below);

  const unsigned dropped = width - precision();
  const Formula fraction = f_.extract(significand, dropped, format_.fractionBits);
  const Formula isOdd = f_.isNotZero(f_.extract(significand, dropped, 1));
  const Formula half = f_.isNotZero(f_.extract(significand, dropped - 1, 1));
  const Formula rest = f_.isNotZero(f_.extract(significand, 0, dropped - 1));
  const Formula goesUp = f_.conjunction(half, f_.disjunction(rest, isOdd));
  const Formula field =
      f_.choose(isSubnormal, f_.constant(0, format_.exponentBits), f_.extract(biased, 0, format_.exponentBits));
  // What is carried out of the fraction belongs to the exponent, up to infinity.
  const Formula magnitude = f_.binary(Kind::Add, f_.concat(field, fraction), f_.resized(goesUp, format_.width() - 1));
  const std::int64_t special = (std::int64_t{1} << format_.exponentBits) - 1;
  const Formula isTooLarge = f_.negation(f_.binary(Kind::LessSigned, biased, exponentOf(special)));
  return f_.choose(isZero, zero(isNegative),
                   f_.choose(isTooLarge, infinity(isNegative), withSign(isNegative, magnitude)));
}

// --- arithmetic ---

Formula Floats::add(Formula x, Formula y) {
  const Formula isSmaller = f_.binary(Kind::LessUnsigned, magnitudeOf(x), magnitudeOf(y));
  const Parts large = unpacked(f_.choose(isSmaller, y, x)), small = unpacked(f_.choose(isSmaller, x, y));
  // Three bits below are enough, as only the nearest number is asked for, and one above for what is carried.
  const unsigned extra = 3, width = precision() + extra + 1;
  const auto widened = [&](Formula significand) {
    return f_.concat(f_.resized(significand, width - extra), f_.constant(0, extra));
  };
  const Formula distance = f_.binary(Kind::Subtract, large.exponent, small.exponent);
  const Formula one = widened(large.significand), other = shiftedRight(widened(small.significand), distance);
  const Formula isSameSign = f_.negation(f_.binary(Kind::Xor, large.isNegative, small.isNegative));
  const Formula sum = f_.choose(isSameSign, f_.binary(Kind::Add, one, other), f_.binary(Kind::Subtract, one, other));
  // Of two that cancel out the sum is positive.
  const Formula isNegative = f_.conjunction(large.isNegative, f_.disjunction(isSameSign, f_.isNotZero(sum)));
  const Formula finite = rounded(isNegative, f_.binary(Kind::Subtract, large.exponent, exponentOf(extra)), sum);
  const Formula isInvalid = f_.conjunction(f_.conjunction(large.isInfinite, small.isInfinite), f_.negation(isSameSign));
  const Formula number =
      f_.choose(isInvalid, invalid(), f_.choose(large.isInfinite, infinity(large.isNegative), finite));
  return f_.choose(isUnordered(x, y), nanOf(x, y), number);
}

// Of two significands; of more than 64 bits the lowest are one.
Formula Floats::product(Formula x, Formula y) {
  const unsigned bits = precision();
  const auto multiplied = [&](Formula a, Formula b, unsigned width) {
    return f_.binary(Kind::Multiply, f_.resized(a, width), f_.resized(b, width));
  };
  if (2 * bits <= 64) return multiplied(x, y, 2 * bits);
  const unsigned low = bits / 2, high = bits - low;
  const Formula xLow = f_.extract(x, 0, low), yLow = f_.extract(y, 0, low);
  const Formula xHigh = f_.extract(x, low, high), yHigh = f_.extract(y, low, high);
  const auto wide = [&](Formula a) { return f_.resized(a, 64); };
  const Formula lowest = wide(multiplied(xLow, yLow, 2 * low)), highest = wide(multiplied(xHigh, yHigh, 2 * high));
  const Formula middle = f_.binary(Kind::Add, wide(multiplied(xLow, yHigh, bits)), wide(multiplied(xHigh, yLow, bits)));
  // highest * 2^(2 low) + middle * 2^low + lowest, as above * 2^(2 low) + below
  const auto shifted = [&](Kind kind, Formula a, unsigned by) { return f_.binary(kind, a, f_.constant(by, 64)); };
  const Formula below = f_.binary(Kind::Add, shifted(Kind::ShiftLeft, wide(f_.extract(middle, 0, low)), low), lowest);
  const Formula above = f_.binary(Kind::Add, highest, shifted(Kind::ShiftRight, middle, low));
  const unsigned more = 8, cut = 2 * low - more;  // bits of `below` that are kept, and those that are not
  const Formula kept =
      f_.binary(Kind::Add, shifted(Kind::ShiftLeft, above, more), shifted(Kind::ShiftRight, below, cut));
  return f_.binary(Kind::Or, kept, wide(f_.isNotZero(f_.extract(below, 0, cut))));
}

Formula Floats::multiply(Formula x, Formula y) {
  const Parts a = normalized(x), b = normalized(y);
  const Formula isNegative = f_.binary(Kind::Xor, a.isNegative, b.isNegative);
  const Formula significand = product(a.significand, b.significand);
  const unsigned cut = 2 * precision() <= 64 ? 0 : precision() / 2 * 2 - 8;
  const Formula exponent = f_.binary(Kind::Add, f_.binary(Kind::Add, a.exponent, b.exponent), exponentOf(cut));
  const Formula isInfinite = f_.disjunction(a.isInfinite, b.isInfinite), isZero = f_.disjunction(a.isZero, b.isZero);
  Formula number = rounded(isNegative, exponent, significand);
  number = f_.choose(isZero, zero(isNegative), number);
  number = f_.choose(isInfinite, f_.choose(isZero, invalid(), infinity(isNegative)), number);
  return f_.choose(isUnordered(x, y), nanOf(x, y), number);
}

Formula Floats::divide(Formula x, Formula y) {
  const Parts a = normalized(x), b = normalized(y);
  const Formula isNegative = f_.binary(Kind::Xor, a.isNegative, b.isNegative);
  // Bit by bit: the remainder is less than twice the divisor.
  const unsigned width = precision() + 2, bits = precision() + 3;
  const Formula divisor = f_.resized(b.significand, width);
  Formula rest = f_.resized(a.significand, width), quotient = 0;
  for (unsigned i = 0; i < bits; ++i) {
    const Formula fits = f_.negation(f_.binary(Kind::LessUnsigned, rest, divisor));
    rest = f_.choose(fits, f_.binary(Kind::Subtract, rest, divisor), rest);
    rest = f_.concat(f_.extract(rest, 0, width - 1), f_.constant(0, 1));
    quotient = i == 0 ? f_.resized(fits, 1) : f_.concat(quotient, f_.resized(fits, 1));
  }
  quotient = f_.concat(quotient, f_.resized(f_.isNotZero(rest), 1));
  const Formula exponent =
      f_.binary(Kind::Subtract, f_.binary(Kind::Subtract, a.exponent, b.exponent), exponentOf(bits));
  const Formula isInvalid =
      f_.disjunction(f_.conjunction(a.isZero, b.isZero), f_.conjunction(a.isInfinite, b.isInfinite));
  Formula number = rounded(isNegative, exponent, quotient);
  number = f_.choose(f_.disjunction(a.isZero, b.isInfinite), zero(isNegative), number);
  number = f_.choose(f_.disjunction(a.isInfinite, b.isZero), infinity(isNegative), number);
  number = f_.choose(isInvalid, invalid(), number);
  return f_.choose(isUnordered(x, y), nanOf(x, y), number);
}

// --- comparisons ---

Formula Floats::isUnordered(Formula x, Formula y) { return f_.disjunction(unpacked(x).isNan, unpacked(y).isNan); }

Formula Floats::isEqual(Formula x, Formula y) {
  const Formula areZero = f_.conjunction(unpacked(x).isZero, unpacked(y).isZero);
  return f_.conjunction(f_.disjunction(f_.equal(x, y), areZero), f_.negation(isUnordered(x, y)));
}

Formula Floats::isLess(Formula x, Formula y) {
  const Parts a = unpacked(x), b = unpacked(y);
  const Formula isBelow = f_.binary(Kind::LessUnsigned, magnitudeOf(x), magnitudeOf(y));
  const Formula isAbove = f_.binary(Kind::LessUnsigned, magnitudeOf(y), magnitudeOf(x));
  const Formula sameSign = f_.choose(a.isNegative, isAbove, isBelow);
  const Formula otherSign = f_.conjunction(a.isNegative, f_.negation(f_.conjunction(a.isZero, b.isZero)));
  const Formula differ = f_.binary(Kind::Xor, a.isNegative, b.isNegative);
  return f_.conjunction(f_.choose(differ, otherSign, sameSign), f_.negation(isUnordered(x, y)));
}

Formula Floats::isOfClass(Formula x, std::uint64_t classes) {
  const Parts parts = unpacked(x);
  const Formula hasField = f_.isNotZero(f_.extract(x, format_.fractionBits, format_.exponentBits));
  const Formula isSubnormal = f_.negation(f_.disjunction(hasField, parts.isZero));
  const Formula isNormal = f_.conjunction(hasField, f_.negation(f_.disjunction(parts.isNan, parts.isInfinite)));
  const Formula isPositive = f_.negation(parts.isNegative), signals = isSignalling(x);
  const auto both = [&](Formula one, Formula other) { return f_.conjunction(one, other); };
  const Formula each[] = {signals,
                          both(parts.isNan, f_.negation(signals)),
                          both(parts.isNegative, parts.isInfinite),
                          both(parts.isNegative, isNormal),
                          both(parts.isNegative, isSubnormal),
                          both(parts.isNegative, parts.isZero),
                          both(isPositive, parts.isZero),
                          both(isPositive, isSubnormal),
                          both(isPositive, isNormal),
                          both(isPositive, parts.isInfinite)};
  Formula any = Formulas::kFalse;
  for (unsigned i = 0; i < std::size(each); ++i)
    if ((classes >> i & 1U) != 0) any = f_.disjunction(any, each[i]);
  return any;
}

// --- conversions ---

Formula Floats::fromInteger(Formula x, bool isSigned) {
  const unsigned width = std::max(f_.widthOf(x), 1U);
  x = f_.resized(x, width);
  const Formula isNegative = isSigned ? f_.isNotZero(f_.extract(x, width - 1, 1)) : Formulas::kFalse;
  const Formula magnitude = f_.choose(isNegative, f_.binary(Kind::Subtract, f_.constant(0, width), x), x);
  return f_.choose(f_.isNotZero(x), rounded(isNegative, exponentOf(0), magnitude), zero(Formulas::kFalse));
}

// The lowest bits of what is left if the fraction is cut off.
Formula Floats::towardsZero(Formula x, unsigned width) {
  const Parts parts = unpacked(x);
  const unsigned wide = std::max(width, precision());
  const Formula significand = f_.resized(parts.significand, wide);
  const Formula isWhole = f_.negation(f_.binary(Kind::LessSigned, parts.exponent, exponentOf(0)));
  const Formula left = f_.binary(Kind::ShiftLeft, significand, f_.resized(parts.exponent, wide, true));
  const Formula down = f_.binary(Kind::Subtract, exponentOf(0), parts.exponent);
  const Formula right = f_.binary(Kind::ShiftRight, significand, f_.resized(down, wide));
  const Formula magnitude = f_.extract(f_.choose(isWhole, left, right), 0, width);
  return f_.choose(parts.isNegative, f_.binary(Kind::Subtract, f_.constant(0, width), magnitude), magnitude);
}

// Whether its magnitude is less than a power of two.
Formula Floats::isBelow(Formula x, unsigned power) {
  const auto field = static_cast<std::uint64_t>(power + bias());
  return f_.binary(Kind::LessUnsigned, magnitudeOf(x), f_.constant(field << format_.fractionBits, format_.width() - 1));
}

Formula Floats::toInteger(Formula x, unsigned width, bool isSigned) {
  const unsigned wide = width <= 32 ? 32 : 64;  // for which there are instructions
  return f_.resized(kIsX86 ? indefiniteInteger(x, wide, isSigned) : saturatedInteger(x, wide, isSigned), width);
}

// All instructions are for signed integers.
Formula Floats::indefiniteInteger(Formula x, unsigned width, bool isSigned) {
  const auto converted = [&](Formula number, unsigned bits) {
    return f_.choose(isBelow(number, bits - 1), towardsZero(number, bits),
                     f_.constant(std::uint64_t{1} << (bits - 1), bits));
  };
  if (isSigned) return converted(x, width);
  if (width < 64) return f_.resized(converted(x, 64), width);
  const Formula half = fromInteger(f_.constant(std::uint64_t{1} << 63, 64), /*isSigned=*/false);
  const Formula low = converted(x, 64), high = converted(subtract(x, half), 64);
  return f_.choose(f_.isNotZero(f_.extract(low, 63, 1)), f_.binary(Kind::Or, low, high), low);
}

Formula Floats::saturatedInteger(Formula x, unsigned width, bool isSigned) {
  const Parts parts = unpacked(x);
  const std::uint64_t highest = std::uint64_t{1} << (width - 1);
  const Formula least = f_.constant(isSigned ? highest : 0, width);
  const Formula most = f_.constant(isSigned ? highest - 1 : ~std::uint64_t{0}, width);
  const Formula number = f_.choose(isBelow(x, isSigned ? width - 1 : width), towardsZero(x, width),
                                   f_.choose(parts.isNegative, least, most));
  const Formula isTooLow = f_.conjunction(parts.isNegative, f_.truth(!isSigned));
  return f_.choose(f_.disjunction(parts.isNan, isTooLow), f_.constant(0, width), number);
}

Formula Floats::converted(Formula x, FloatFormat other) {
  Floats to(f_, other);
  const Parts parts = unpacked(x);
  const Formula fraction = f_.extract(x, 0, format_.fractionBits);
  const unsigned mine = format_.fractionBits, its = other.fractionBits;
  const Formula payload =
      its < mine ? f_.extract(fraction, mine - its, its) : f_.concat(fraction, f_.constant(0, its - mine));
  const Formula infinity = to.infinity(parts.isNegative);
  const Formula nan = to.quiet(f_.binary(Kind::Or, infinity, f_.resized(payload, other.width())));
  const Formula finite = to.rounded(parts.isNegative, parts.exponent, parts.significand);
  return f_.choose(parts.isNan, nan, f_.choose(parts.isInfinite, infinity, finite));
}

}  // namespace heddle::symbolic
