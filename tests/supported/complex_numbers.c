// <complex.h>: each function for double, float and long double.
#define _GNU_SOURCE
#include <assert.h>
#include <complex.h>
#include <math.h>

static const long double pi = 3.141592653589793238462643383279502884L;

static int isNear(long double complex got, long double complex wanted) {
  const long double real = __real__ got - __real__ wanted, imaginary = __imag__ got - __imag__ wanted;
  return real < 1e-4L && real > -1e-4L && imaginary < 1e-4L && imaginary > -1e-4L;
}

#define OF_ONE(name, z, wanted) \
  assert(isNear(name(z), wanted) && isNear(name##f(z), wanted) && isNear(name##l(z), wanted))
// The function undoes its inverse.
#define INVERSE(name, inverse, z) \
  assert(isNear(name(inverse(z)), z) && isNear(name##f(inverse##f(z)), z) && isNear(name##l(inverse##l(z)), z))

int main(void) {
  const long double complex z = 0.3L + 0.4L * I;
  OF_ONE(cabs, z, 0.5L);
  OF_ONE(carg, 1 + I, pi / 4);
  OF_ONE(creal, z, 0.3L);
  OF_ONE(cimag, z, 0.4L);
  OF_ONE(conj, z, 0.3L - 0.4L * I);
  OF_ONE(cproj, z, z);
  OF_ONE(csqrt, -4, 2 * I);
  OF_ONE(cexp, pi * I, -1);
  OF_ONE(clog, I, pi / 2 * I);
  OF_ONE(csin, I, sinhl(1) * I);
  OF_ONE(ccos, I, coshl(1));
  OF_ONE(ctan, I, tanhl(1) * I);
  OF_ONE(csinh, pi / 2 * I, I);
  OF_ONE(ccosh, pi * I, -1);
  OF_ONE(ctanh, pi / 4 * I, I);
  INVERSE(csin, casin, z);
  INVERSE(ccos, cacos, z);
  INVERSE(ctan, catan, z);
  INVERSE(csinh, casinh, z);
  INVERSE(ccosh, cacosh, z);
  INVERSE(ctanh, catanh, z);
  assert(isNear(cpow(I, 2), -1) && isNear(cpowf(I, 2), -1) && isNear(cpowl(I, 2), -1));
  assert(isinf(creal(cproj(INFINITY + 3 * I))));
  return 0;
}
