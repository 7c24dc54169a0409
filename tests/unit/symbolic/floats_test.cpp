// What formulas compute with floating point numbers is what the machine computes, bit by bit.
#include "symbolic/floats.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <random>
#include <type_traits>
#include <vector>

namespace heddle::symbolic {
namespace {

template <typename Number>
using BitsOf = std::conditional_t<sizeof(Number) == 4, std::uint32_t, std::uint64_t>;

template <typename Number>
class FloatsTest : public testing::Test {
 protected:
  using Bits = BitsOf<Number>;
  static constexpr unsigned kWidth = sizeof(Number) * 8;
  static constexpr unsigned kFraction = std::numeric_limits<Number>::digits - 1;

  static Number numberOf(std::uint64_t bits) { return std::bit_cast<Number>(static_cast<Bits>(bits)); }
  static std::uint64_t bitsOf(Number number) { return std::bit_cast<Bits>(number); }

  // What is at the edges, of either sign.
  static std::vector<std::uint64_t> edges() {
    using Limits = std::numeric_limits<Number>;
    std::vector<std::uint64_t> all;
    for (const Number number : {Number(0),
                                Number(1),
                                Number(2),
                                Number(3),
                                Number(0.5),
                                Number(1.5),
                                Number(0.1),
                                Number(1e10),
                                Limits::min(),
                                Limits::max(),
                                Limits::denorm_min(),
                                Limits::epsilon(),
                                Limits::infinity(),
                                Limits::quiet_NaN(),
                                Limits::signaling_NaN(),
                                std::nextafter(Limits::min(), Number(0)),
                                std::nextafter(Number(1), Number(2)),
                                std::nextafter(Number(1), Number(0)),
                                std::ldexp(Number(1), 31),
                                std::ldexp(Number(1), 63),
                                std::ldexp(Number(1), 64),
                                std::nextafter(std::ldexp(Number(1), 63), Number(0)),
                                std::nextafter(std::ldexp(Number(1), 64), Number(0)),
                                Number(2147483647),
                                Limits::max() / 2})
      for (const std::uint64_t sign : {std::uint64_t{0}, std::uint64_t{1} << (kWidth - 1)})
        all.push_back(bitsOf(number) ^ sign);
    return all;
  }

  // Any bits, numbers whose exponents are near each other, and numbers of few bits.
  std::uint64_t any() {
    const std::uint64_t bits = random_() >> (64 - kWidth);
    const std::uint64_t fraction = bits & ((std::uint64_t{1} << kFraction) - 1);
    const std::uint64_t middle = std::uint64_t{1} << (kWidth - kFraction - 3);
    switch (random_() % 4) {
      case 0: return bits;
      case 1: return fraction;  // subnormal
      case 2: return ((middle + random_() % 8) << kFraction) | fraction | ((random_() & 1) << (kWidth - 1));
      default:
        return ((middle + random_() % 70) << kFraction) |
               (fraction & (fraction << 3) & (fraction << 5) & ((std::uint64_t{1} << kFraction) - 1));
    }
  }

  std::vector<std::pair<std::uint64_t, std::uint64_t>> pairs(unsigned arguments) {
    std::vector<std::pair<std::uint64_t, std::uint64_t>> all;
    for (const std::uint64_t x : edges()) {
      if (arguments == 1) all.emplace_back(x, 0);
      if (arguments == 2)
        for (const std::uint64_t y : edges()) all.emplace_back(x, y);
    }
    for (unsigned i = 0; i < kRandom; ++i) {
      const std::uint64_t x = any();
      all.emplace_back(x, i % 8 == 0 ? x ^ (random_() & 3) : any());
    }
    return all;
  }

  // With variables, and with constants: these are folded.
  void compare(const char* name, unsigned arguments, const std::function<Formula(Floats&, Formula, Formula)>& make,
               const std::function<std::uint64_t(Number, Number)>& expected) {
    Formulas f;
    Floats floats(f, floatFormatOf(kWidth));
    const Formula x = f.variable(kWidth), y = f.variable(kWidth);
    const Formula formula = make(floats, x, y);
    unsigned number = 0;
    for (const auto& [a, b] : pairs(arguments)) {
      const std::uint64_t wanted = expected(numberOf(a), numberOf(b));
      ASSERT_EQ(f.evaluated(formula, {a, b}), wanted) << name << std::hex << " of " << a << " and " << b;
      if (number++ % 8 != 0) continue;
      const Formula folded = make(floats, f.constant(a, kWidth), f.constant(b, kWidth));
      ASSERT_TRUE(f.isConstant(folded)) << name;
      ASSERT_EQ(f.valueOf(folded), wanted) << name << std::hex << " of " << a << " and " << b;
    }
  }

  static constexpr unsigned kRandom = 500;
  std::mt19937_64 random_{7};
};

using Numbers = testing::Types<float, double>;
TYPED_TEST_SUITE(FloatsTest, Numbers);

// The machine computes, not the compiler.
template <typename Number>
Number hidden(Number number) {
  volatile Number seen = number;
  return seen;
}

TYPED_TEST(FloatsTest, Arithmetic) {
  using N = TypeParam;
  const auto bits = [this](N number) { return this->bitsOf(number); };
  this->compare(
      "add", 2, [](Floats& f, Formula x, Formula y) { return f.add(x, y); },
      [&](N x, N y) { return bits(hidden(x) + hidden(y)); });
  this->compare(
      "subtract", 2, [](Floats& f, Formula x, Formula y) { return f.subtract(x, y); },
      [&](N x, N y) { return bits(hidden(x) - hidden(y)); });
  this->compare(
      "multiply", 2, [](Floats& f, Formula x, Formula y) { return f.multiply(x, y); },
      [&](N x, N y) { return bits(hidden(x) * hidden(y)); });
  this->compare(
      "divide", 2, [](Floats& f, Formula x, Formula y) { return f.divide(x, y); },
      [&](N x, N y) { return bits(hidden(x) / hidden(y)); });
  this->compare(
      "negative", 1, [](Floats& f, Formula x, Formula) { return f.negative(x); },
      [&](N x, N) { return bits(-hidden(x)); });
  this->compare(
      "absolute", 1, [](Floats& f, Formula x, Formula) { return f.absolute(x); },
      [&](N x, N) { return bits(std::fabs(hidden(x))); });
}

TYPED_TEST(FloatsTest, Comparisons) {
  using N = TypeParam;
  this->compare(
      "isEqual", 2, [](Floats& f, Formula x, Formula y) { return f.isEqual(x, y); },
      [](N x, N y) { return hidden(x) == hidden(y); });
  this->compare(
      "isLess", 2, [](Floats& f, Formula x, Formula y) { return f.isLess(x, y); },
      [](N x, N y) { return hidden(x) < hidden(y); });
  this->compare(
      "isUnordered", 2, [](Floats& f, Formula x, Formula y) { return f.isUnordered(x, y); },
      [](N x, N y) { return std::isnan(x) || std::isnan(y); });
}

TYPED_TEST(FloatsTest, Classes) {
  using N = TypeParam;
  const auto isOf = [&](const char* name, unsigned classes, bool (*expected)(N)) {
    this->compare(
        name, 1, [classes](Floats& f, Formula x, Formula) { return f.isOfClass(x, classes); },
        [expected](N x, N) { return expected(x); });
  };
  isOf("nan", 3, [](N x) { return std::isnan(x); });
  isOf("infinite", 0x204, [](N x) { return std::isinf(x); });
  isOf("normal", 0x108, [](N x) { return std::isnormal(x); });
  isOf("subnormal", 0x90, [](N x) { return std::fpclassify(x) == FP_SUBNORMAL; });
  isOf("negative zero", 0x20, [](N x) { return x == 0 && std::signbit(x); });
  isOf("finite", 0x1f8, [](N x) { return std::isfinite(x); });
}

TYPED_TEST(FloatsTest, ToIntegers) {
  using N = TypeParam;
  const auto to = [&]<typename Integer>(Integer) {
    this->compare(
        "toInteger", 1,
        [](Floats& f, Formula x, Formula) { return f.toInteger(x, sizeof(Integer) * 8, std::is_signed_v<Integer>); },
        [](N x, N) -> std::uint64_t {
          // What does not fit is the machine's, not the compiler's.
          return static_cast<std::make_unsigned_t<Integer>>(static_cast<Integer>(hidden(x)));
        });
  };
  to(std::int32_t{});
  to(std::int64_t{});
  to(std::uint32_t{});
  to(std::uint64_t{});
}

TYPED_TEST(FloatsTest, FromIntegers) {
  using N = TypeParam;
  using Bits = BitsOf<N>;
  using Signed = std::make_signed_t<Bits>;
  this->compare(
      "fromInteger", 1, [](Floats& f, Formula x, Formula) { return f.fromInteger(x, true); },
      [&](N x, N) { return this->bitsOf(static_cast<N>(static_cast<Signed>(this->bitsOf(x)))); });
  this->compare(
      "fromInteger", 1, [](Floats& f, Formula x, Formula) { return f.fromInteger(x, false); },
      [&](N x, N) { return this->bitsOf(static_cast<N>(static_cast<Bits>(this->bitsOf(x)))); });
}

TYPED_TEST(FloatsTest, InOtherFormats) {
  using N = TypeParam;
  using Other = std::conditional_t<sizeof(N) == 4, double, float>;
  this->compare(
      "converted", 1, [](Floats& f, Formula x, Formula) { return f.converted(x, floatFormatOf(sizeof(Other) * 8)); },
      [](N x, N) { return std::uint64_t{std::bit_cast<BitsOf<Other>>(static_cast<Other>(hidden(x)))}; });
}

}  // namespace
}  // namespace heddle::symbolic
