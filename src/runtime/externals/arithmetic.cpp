// Arithmetic for which the machine has no instruction: compiled code calls
// these functions of the compiler's library (libgcc, compiler-rt). No source
// names them, so they appear only once machine code is generated.
#include "runtime/externals/numbers.h"

// clang-format off: it takes the lists for code, and makes others of them each time

// Integers of 128 bits and floating-point numbers of 32 and 64, powers, complex numbers.
#define HEDDLE_FUNCTIONS(F)                                                                                          \
  F(__divti3) F(__modti3) F(__udivti3) F(__umodti3) F(__multi3) F(__ashlti3) F(__ashrti3) F(__lshrti3) F(__negti2)   \
  F(__clzti2) F(__ctzti2) F(__ffsti2) F(__popcountdi2) F(__popcountti2) F(__paritydi2) F(__parityti2) F(__floattisf) \
  F(__floattidf) F(__floatuntisf) F(__floatuntidf) F(__fixsfti) F(__fixdfti) F(__fixunssfti) F(__fixunsdfti)         \
  F(__powisf2) F(__powidf2) F(__mulsc3) F(__muldc3) F(__divsc3) F(__divdc3)

// Numbers of 128 bits: long double on AArch64, __float128 on x86-64.
#define HEDDLE_QUAD_FUNCTIONS(F)                                                                                     \
  F(__addtf3) F(__subtf3) F(__multf3) F(__divtf3) F(__negtf2) F(__eqtf2) F(__netf2) F(__lttf2) F(__letf2) F(__gttf2) \
  F(__getf2) F(__unordtf2) F(__extendsftf2) F(__extenddftf2) F(__trunctfsf2) F(__trunctfdf2) F(__fixtfsi)            \
  F(__fixtfdi) F(__fixtfti) F(__fixunstfsi) F(__fixunstfdi) F(__fixunstfti) F(__floatsitf) F(__floatditf)            \
  F(__floattitf) F(__floatunsitf) F(__floatunditf) F(__floatuntitf) F(__powitf2) F(__multc3) F(__divtc3)

#if defined(__x86_64__)  // long double has 80 bits, done by the machine except for these; not every machine knows half precision
#define HEDDLE_EXTENDED_FUNCTIONS(F)                                                                                 \
  F(__floattixf) F(__floatuntixf) F(__fixxfti) F(__fixunsxfti) F(__powixf2) F(__mulxc3) F(__divxc3) F(__extendxftf2) \
  F(__trunctfxf2) F(__extendhfsf2) F(__extendhfdf2) F(__extendhfxf2) F(__extendhftf2) F(__truncsfhf2)                \
  F(__truncdfhf2) F(__truncxfhf2) F(__trunctfhf2) F(__fixhfti) F(__fixunshfti) F(__floattihf) F(__floatuntihf)
#else  // half precision is the machine's own, except from and to a quad
#define HEDDLE_EXTENDED_FUNCTIONS(F) F(__extendhftf2) F(__trunctfhf2)
#endif
// clang-format on

// Only their addresses are taken, so that their types do not matter.
#define HEDDLE_DECLARE(name) void name();
extern "C" {
HEDDLE_FUNCTIONS(HEDDLE_DECLARE)
HEDDLE_QUAD_FUNCTIONS(HEDDLE_DECLARE)
HEDDLE_EXTENDED_FUNCTIONS(HEDDLE_DECLARE)
}
#undef HEDDLE_DECLARE

namespace heddle::runtime::externals {
namespace {

__extension__ using Int128 = __int128;
__extension__ using UInt128 = unsigned __int128;

// Only compiler-rt has these: the product, and whether it does not fit. Written so that the compiler does not see what
// it is, and calls it.
template <typename Signed, typename Unsigned>
Signed multiply(Signed a, Signed b, int* overflows) {
  const auto size = [](Signed x) { return x < 0 ? Unsigned{0} - static_cast<Unsigned>(x) : static_cast<Unsigned>(x); };
  const bool isNegative = (a < 0) != (b < 0);
  const Unsigned largest = (Unsigned{1} << (8 * sizeof(Signed) - 1)) - (isNegative ? 0 : 1);
  *overflows = static_cast<int>(a != 0 && size(b) > largest / size(a));
  return static_cast<Signed>(static_cast<Unsigned>(a) * static_cast<Unsigned>(b));
}
std::int64_t multiply64(std::int64_t a, std::int64_t b, int* overflows) {
  return multiply<std::int64_t, std::uint64_t>(a, b, overflows);
}
Int128 multiply128(Int128 a, Int128 b, int* overflows) { return multiply<Int128, UInt128>(a, b, overflows); }

}  // namespace

#define HEDDLE_ROW(name) row(#name, name),

std::span<const External> arithmetic() {
  static const External rows[] = {
      HEDDLE_FUNCTIONS(HEDDLE_ROW) HEDDLE_QUAD_FUNCTIONS(HEDDLE_ROW) HEDDLE_EXTENDED_FUNCTIONS(HEDDLE_ROW)  //
      row("__mulodi4", multiply64),
      row("__muloti4", multiply128),
  };
  return rows;
}

#undef HEDDLE_ROW

}  // namespace heddle::runtime::externals
