// Arithmetic for which the machine has no instruction: compiled code calls
// these functions of the compiler's library (libgcc, compiler-rt). No source
// names them, so they appear only once machine code is generated.
#include "runtime/externals/numbers.h"

namespace {

__extension__ using Int128 = __int128;
__extension__ using UInt128 = unsigned __int128;

}  // namespace

extern "C" {
Int128 __divti3(Int128, Int128);
Int128 __modti3(Int128, Int128);
UInt128 __udivti3(UInt128, UInt128);
UInt128 __umodti3(UInt128, UInt128);
Int128 __multi3(Int128, Int128);
float __floattisf(Int128);
double __floattidf(Int128);
float __floatuntisf(UInt128);
double __floatuntidf(UInt128);
Int128 __fixsfti(float);
Int128 __fixdfti(double);
UInt128 __fixunssfti(float);
UInt128 __fixunsdfti(double);
float __powisf2(float, int);
double __powidf2(double, int);

#if defined(__aarch64__)  // long double is a quad, done in software
long double __addtf3(long double, long double);
long double __subtf3(long double, long double);
long double __multf3(long double, long double);
long double __divtf3(long double, long double);
int __eqtf2(long double, long double);
int __netf2(long double, long double);
int __lttf2(long double, long double);
int __letf2(long double, long double);
int __gttf2(long double, long double);
int __getf2(long double, long double);
int __unordtf2(long double, long double);
long double __extendsftf2(float);
long double __extenddftf2(double);
float __trunctfsf2(long double);
double __trunctfdf2(long double);
int __fixtfsi(long double);
long __fixtfdi(long double);
unsigned __fixunstfsi(long double);
unsigned long __fixunstfdi(long double);
long double __floatsitf(int);
long double __floatditf(long);
long double __floatunsitf(unsigned);
long double __floatunditf(unsigned long);
#endif
}

namespace heddle::runtime::externals {

#define HEDDLE_ROW(name) row(#name, name)

std::span<const External> arithmetic() {
  static const External rows[] = {
      HEDDLE_ROW(__divti3),      HEDDLE_ROW(__modti3),      HEDDLE_ROW(__udivti3),     HEDDLE_ROW(__umodti3),
      HEDDLE_ROW(__multi3),      HEDDLE_ROW(__floattisf),   HEDDLE_ROW(__floattidf),   HEDDLE_ROW(__floatuntisf),
      HEDDLE_ROW(__floatuntidf), HEDDLE_ROW(__fixsfti),     HEDDLE_ROW(__fixdfti),     HEDDLE_ROW(__fixunssfti),
      HEDDLE_ROW(__fixunsdfti),  HEDDLE_ROW(__powisf2),     HEDDLE_ROW(__powidf2),
#if defined(__aarch64__)
      HEDDLE_ROW(__addtf3),      HEDDLE_ROW(__subtf3),      HEDDLE_ROW(__multf3),      HEDDLE_ROW(__divtf3),
      HEDDLE_ROW(__eqtf2),       HEDDLE_ROW(__netf2),       HEDDLE_ROW(__lttf2),       HEDDLE_ROW(__letf2),
      HEDDLE_ROW(__gttf2),       HEDDLE_ROW(__getf2),       HEDDLE_ROW(__unordtf2),    HEDDLE_ROW(__extendsftf2),
      HEDDLE_ROW(__extenddftf2), HEDDLE_ROW(__trunctfsf2),  HEDDLE_ROW(__trunctfdf2),  HEDDLE_ROW(__fixtfsi),
      HEDDLE_ROW(__fixtfdi),     HEDDLE_ROW(__fixunstfsi),  HEDDLE_ROW(__fixunstfdi),  HEDDLE_ROW(__floatsitf),
      HEDDLE_ROW(__floatditf),   HEDDLE_ROW(__floatunsitf), HEDDLE_ROW(__floatunditf),
#endif
  };
  return rows;
}

#undef HEDDLE_ROW

}  // namespace heddle::runtime::externals
