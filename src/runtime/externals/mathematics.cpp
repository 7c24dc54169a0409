// <math.h>: the library's own functions, whose errno becomes the program's; what
// those with a pointer write is checked first.
#include <math.h>

#include "runtime/externals/numbers.h"

namespace heddle::runtime::externals {
namespace {

// A function of values.
template <auto function>
struct OfValues;
template <typename Result, typename... Arguments, Result (*function)(Arguments...)>
struct OfValues<function> {
  static Result call(Arguments... arguments) {
    const KeepsError error;
    return function(arguments...);
  }
};

template <typename T, T (*function)(T, int*)>
T frexpModel(T value, int* exponent) {
  const OneStep step;
  checkWrite(exponent, sizeof(*exponent));
  return function(value, exponent);
}

template <typename T, T (*function)(T, T*)>
T modfModel(T value, T* whole) {
  const OneStep step;
  checkWrite(whole, sizeof(*whole));
  return function(value, whole);
}

template <typename T, T (*function)(T, T, int*)>
T remquoModel(T a, T b, int* quotient) {
  const OneStep step;
  checkWrite(quotient, sizeof(*quotient));
  const KeepsError error;
  return function(a, b, quotient);
}

template <typename T, void (*function)(T, T*, T*)>
void sincosModel(T value, T* sine, T* cosine) {
  const OneStep step;
  checkWrite(sine, sizeof(*sine));
  checkWrite(cosine, sizeof(*cosine));
  function(value, sine, cosine);
}

// Shapes of functions.
template <typename T>
using Of1 = T (*)(T);
template <typename T>
using Of2 = T (*)(T, T);
template <typename T>
using Of3 = T (*)(T, T, T);
template <typename T>
using OfInt = T (*)(T, int);
template <typename T>
using OfLong = T (*)(T, long);
template <typename T>
using ToInt = int (*)(T);
template <typename T>
using ToLong = long (*)(T);
template <typename T>
using ToLongLong = long long (*)(T);

// The function and its two siblings: sin, sinf, sinl.
#define HEDDLE_ROWS(shape, name)                                            \
  row(#name, OfValues<static_cast<shape<double>>(::name)>::call),           \
      row(#name "f", OfValues<static_cast<shape<float>>(::name##f)>::call), \
      row(#name "l", OfValues<static_cast<shape<long double>>(::name##l)>::call)
#define HEDDLE_MODELS(model, name)                                            \
  row(#name, model<double, ::name>), row(#name "f", model<float, ::name##f>), \
      row(#name "l", model<long double, ::name##l>)

}  // namespace

std::span<const External> mathematics() {
  static const External rows[] = {
      HEDDLE_ROWS(Of1, acos),
      HEDDLE_ROWS(Of1, acosh),
      HEDDLE_ROWS(Of1, asin),
      HEDDLE_ROWS(Of1, asinh),
      HEDDLE_ROWS(Of1, atan),
      HEDDLE_ROWS(Of1, atanh),
      HEDDLE_ROWS(Of1, cbrt),
      HEDDLE_ROWS(Of1, ceil),
      HEDDLE_ROWS(Of1, cos),
      HEDDLE_ROWS(Of1, cosh),
      HEDDLE_ROWS(Of1, erf),
      HEDDLE_ROWS(Of1, erfc),
      HEDDLE_ROWS(Of1, exp),
      HEDDLE_ROWS(Of1, exp2),
      HEDDLE_ROWS(Of1, exp10),
      HEDDLE_ROWS(Of1, expm1),
      HEDDLE_ROWS(Of1, fabs),
      HEDDLE_ROWS(Of1, floor),
      HEDDLE_ROWS(Of1, lgamma),
      HEDDLE_ROWS(Of1, log),
      HEDDLE_ROWS(Of1, log10),
      HEDDLE_ROWS(Of1, log1p),
      HEDDLE_ROWS(Of1, log2),
      HEDDLE_ROWS(Of1, logb),
      HEDDLE_ROWS(Of1, nearbyint),
      HEDDLE_ROWS(Of1, rint),
      HEDDLE_ROWS(Of1, round),
      HEDDLE_ROWS(Of1, sin),
      HEDDLE_ROWS(Of1, sinh),
      HEDDLE_ROWS(Of1, sqrt),
      HEDDLE_ROWS(Of1, tan),
      HEDDLE_ROWS(Of1, tanh),
      HEDDLE_ROWS(Of1, tgamma),
      HEDDLE_ROWS(Of1, trunc),
      HEDDLE_ROWS(Of2, atan2),
      HEDDLE_ROWS(Of2, copysign),
      HEDDLE_ROWS(Of2, fdim),
      HEDDLE_ROWS(Of2, fmax),
      HEDDLE_ROWS(Of2, fmin),
      HEDDLE_ROWS(Of2, fmod),
      HEDDLE_ROWS(Of2, hypot),
      HEDDLE_ROWS(Of2, nextafter),
      HEDDLE_ROWS(Of2, pow),
      HEDDLE_ROWS(Of2, remainder),
      HEDDLE_ROWS(Of3, fma),
      HEDDLE_ROWS(OfInt, ldexp),
      HEDDLE_ROWS(OfInt, scalbn),
      HEDDLE_ROWS(OfLong, scalbln),
      HEDDLE_ROWS(ToInt, ilogb),
      HEDDLE_ROWS(ToLong, lrint),
      HEDDLE_ROWS(ToLong, lround),
      HEDDLE_ROWS(ToLongLong, llrint),
      HEDDLE_ROWS(ToLongLong, llround),
      HEDDLE_MODELS(frexpModel, frexp),
      HEDDLE_MODELS(modfModel, modf),
      HEDDLE_MODELS(remquoModel, remquo),
      HEDDLE_MODELS(sincosModel, sincos),
  };
  return rows;
}

#undef HEDDLE_ROWS
#undef HEDDLE_MODELS

}  // namespace heddle::runtime::externals
