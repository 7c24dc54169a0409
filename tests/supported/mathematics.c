// <math.h>: each function for double, float and long double.
#define _GNU_SOURCE
#include <assert.h>
#include <math.h>

static int isNear(long double got, long double wanted) {
  const long double difference = got > wanted ? got - wanted : wanted - got;
  return difference <= 1e-5L * (wanted > 1 ? wanted : wanted < -1 ? -wanted : 1);
}

#define OF_ONE(name, x, wanted) \
  assert(isNear(name(x), wanted) && isNear(name##f(x), wanted) && isNear(name##l(x), wanted))
#define OF_TWO(name, x, y, wanted) \
  assert(isNear(name(x, y), wanted) && isNear(name##f(x, y), wanted) && isNear(name##l(x, y), wanted))

static const long double e = 2.718281828459045235360287471352662498L, pi = 3.141592653589793238462643383279502884L;

static void elementary(void) {
  OF_ONE(sin, pi / 6, 0.5L);
  OF_ONE(cos, pi / 3, 0.5L);
  OF_ONE(tan, pi / 4, 1);
  OF_ONE(asin, 0.5, pi / 6);
  OF_ONE(acos, 0.5, pi / 3);
  OF_ONE(atan, 1, pi / 4);
  OF_ONE(sinh, 1, (e - 1 / e) / 2);
  OF_ONE(cosh, 1, (e + 1 / e) / 2);
  OF_ONE(tanh, 1, (e - 1 / e) / (e + 1 / e));
  OF_ONE(asinh, (e - 1 / e) / 2, 1);
  OF_ONE(acosh, (e + 1 / e) / 2, 1);
  OF_ONE(atanh, (e - 1 / e) / (e + 1 / e), 1);
  OF_ONE(exp, 2, e * e);
  OF_ONE(exp2, 5, 32);
  OF_ONE(exp10, 3, 1000);
  OF_ONE(expm1, 1, e - 1);
  OF_ONE(log, e, 1);
  OF_ONE(log10, 1000, 3);
  OF_ONE(log2, 32, 5);
  OF_ONE(log1p, e - 1, 1);
  OF_ONE(logb, 40, 5);
  OF_ONE(sqrt, 2.25, 1.5L);
  OF_ONE(cbrt, -27, -3);
  OF_ONE(erf, 1, 0.842700792949714869L);
  OF_ONE(erfc, 1, 0.157299207050285131L);
  OF_ONE(lgamma, 5, logl(24));
  OF_ONE(tgamma, 5, 24);
  OF_TWO(atan2, -1, -1, -3 * pi / 4);
  OF_TWO(hypot, 3, 4, 5);
  OF_TWO(pow, 2, 0.5, 1.4142135623730950488L);
}

static void rounding(void) {
  OF_ONE(ceil, -1.5, -1);
  OF_ONE(floor, -1.5, -2);
  OF_ONE(trunc, -1.5, -1);
  OF_ONE(round, -2.5, -3);
  OF_ONE(rint, 2.5, 2);
  OF_ONE(nearbyint, 3.5, 4);
  OF_ONE(fabs, -1.5, 1.5L);
  assert(lrint(2.5) == 2 && lrintf(3.5F) == 4 && lrintl(-2.5L) == -2);
  assert(lround(2.5) == 3 && lroundf(-2.5F) == -3 && lroundl(0.4L) == 0);
  assert(llrint(2.5) == 2 && llrintf(3.5F) == 4 && llrintl(-2.5L) == -2);
  assert(llround(2.5) == 3 && llroundf(-2.5F) == -3 && llroundl(0.4L) == 0);
}

static void ofTwo(void) {
  OF_TWO(copysign, 3, -0.0, -3);
  OF_TWO(fdim, 5, 3, 2);
  OF_TWO(fdim, 3, 5, 0);
  OF_TWO(fmax, 3, NAN, 3);
  OF_TWO(fmin, 3, -5, -5);
  OF_TWO(fmod, -7, 3, -1);
  OF_TWO(remainder, 8, 3, -1);
  assert(nextafter(1.0, 2.0) == 1.0 + 0x1p-52 && nextafterf(1.0F, 2.0F) == 1.0F + 0x1p-23F && nextafterl(1, 2) > 1);
  assert(fma(2, 3, 4) == 10 && fmaf(2, 3, -4) == 2 && fmal(0.5L, 4, 1) == 3);
  assert(fma(0x1p-30 + 1, 0x1p-30 + 1, -1) == 0x1p-29 + 0x1p-60);  // rounded once
}

static void parts(void) {
  int exponent = 0, quotient = 0;
  double whole = 0, sine = 0, cosine = 0;
  float wholeFloat = 0, sineFloat = 0, cosineFloat = 0;
  long double wholeLong = 0, sineLong = 0, cosineLong = 0;
  OF_TWO(ldexp, 3, 4, 48);
  OF_TWO(scalbn, 3, -1, 1.5L);
  OF_TWO(scalbln, 3, 2L, 12);
  assert(ilogb(40) == 5 && ilogbf(0.25F) == -2 && ilogbl(1) == 0);
  assert(frexp(48, &exponent) == 0.75 && exponent == 6);
  assert(frexpf(0.25F, &exponent) == 0.5F && exponent == -1 && frexpl(1, &exponent) == 0.5L && exponent == 1);
  assert(modf(-3.25, &whole) == -0.25 && whole == -3);
  assert(modff(2.5F, &wholeFloat) == 0.5F && wholeFloat == 2 && modfl(7.5L, &wholeLong) == 0.5L && wholeLong == 7);
  assert(remquo(7, 2, &quotient) == -1 && (quotient & 7) == 4);
  assert(remquof(5, 3, &quotient) == -1 && (quotient & 7) == 2 && remquol(4, 3, &quotient) == 1 && (quotient & 7) == 1);
  sincos(pi / 6, &sine, &cosine);
  sincosf(pi / 6, &sineFloat, &cosineFloat);
  sincosl(pi / 6, &sineLong, &cosineLong);
  assert(isNear(sine, 0.5L) && isNear(sineFloat, 0.5L) && isNear(sineLong, 0.5L));
  assert(isNear(cosine, sqrtl(0.75L)) && isNear(cosineFloat, sqrtl(0.75L)) && isNear(cosineLong, sqrtl(0.75L)));
}

int main(void) {
  elementary();
  rounding();
  ofTwo();
  parts();
  return 0;
}
