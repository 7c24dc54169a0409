#include <complex.h>
#include <heddle/heddle.h>

int main(void) {
  volatile double complex z = 3 + 4 * I;
  heddle_assert(cabs(z) == 5 && creal(z * z) == -7 && cimag(z * z) == 24 && cimag(conj(z)) == -4);
  heddle_assert(cabs(z / z - 1) < 1e-12 && cabs(csqrt(z) - (2 + I)) < 1e-12 && cabs(cpow(z, 2) - z * z) < 1e-9);
  volatile float complex f = 3 + 4 * I;
  heddle_assert(cabsf(f) == 5 && cabsf(clogf(cexpf(f / 5)) - f / 5) < 1e-5F);
  volatile long double complex l = 3 + 4 * I;
  heddle_assert(cabsl(l * l) == 25 && cargl(l) > 0);
}
