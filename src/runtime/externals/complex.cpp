// <complex.h>: the library's own functions. That header is not for C++, but the compiler knows them.
#include "runtime/externals/numbers.h"

namespace heddle::runtime::externals {
namespace {

#define HEDDLE_MODELS(of) of(cabs) of(carg) of(cimag) of(creal)
#define HEDDLE_COMPLEX_MODELS(of)                                                                              \
  of(cacos) of(cacosh) of(casin) of(casinh) of(catan) of(catanh) of(ccos) of(ccosh) of(cexp) of(clog) of(conj) \
      of(cproj) of(csin) of(csinh) of(csqrt) of(ctan) of(ctanh)

// The function and its two siblings: cabs, cabsf, cabsl.
#define HEDDLE_MODEL(result, argument, name) \
  result name##Model(argument z) {           \
    const KeepsError error;                  \
    return __builtin_##name(z);              \
  }
#define HEDDLE_OF_COMPLEX(name)                \
  HEDDLE_MODEL(double, _Complex double, name)  \
  HEDDLE_MODEL(float, _Complex float, name##f) \
  HEDDLE_MODEL(long double, _Complex long double, name##l)
#define HEDDLE_TO_COMPLEX(name)                         \
  HEDDLE_MODEL(_Complex double, _Complex double, name)  \
  HEDDLE_MODEL(_Complex float, _Complex float, name##f) \
  HEDDLE_MODEL(_Complex long double, _Complex long double, name##l)
HEDDLE_MODELS(HEDDLE_OF_COMPLEX)
HEDDLE_COMPLEX_MODELS(HEDDLE_TO_COMPLEX)

#define HEDDLE_POWER(type, name)                                       \
  _Complex type name##Model(_Complex type z, _Complex type exponent) { \
    const KeepsError error;                                            \
    return __builtin_##name(z, exponent);                              \
  }
HEDDLE_POWER(double, cpow)
HEDDLE_POWER(float, cpowf)
HEDDLE_POWER(long double, cpowl)

}  // namespace

std::span<const External> complexNumbers() {
#define HEDDLE_ROWS(name) row(#name, name##Model), row(#name "f", name##fModel), row(#name "l", name##lModel),
  static const External rows[] = {HEDDLE_MODELS(HEDDLE_ROWS) HEDDLE_COMPLEX_MODELS(HEDDLE_ROWS) HEDDLE_ROWS(cpow)};
  return rows;
}

}  // namespace heddle::runtime::externals
