#include <assert.h>
#include <complex.h>
volatile __int128 a = 100, big = ((__int128)1) << 120;
volatile unsigned __int128 u = 7;
volatile double _Complex z = 1.0 + 2.0 * I;
volatile long double _Complex lz = 1.0L + 2.0L * I;
volatile long double ld = 12.5L;
volatile double d = 2.5;
volatile int n = 5;
int main(void) {
  long double b = (long double)a;
  assert(b == 100);
  assert((__int128)(long double)big == big);
  assert((unsigned __int128)ld == 12);
  assert((long double)u == 7 && (float)a == 100 && (double)u == 7 && (__int128)d == 2);
  double _Complex w = z * z / z;
  assert(creal(w) == 1 && cimag(w) == 2);
  long double _Complex lw = lz * lz / lz;
  assert(creall(lw) == 1);
  __int128 r;
  assert(__builtin_mul_overflow(big, big, &r));
  assert(!__builtin_mul_overflow(a, a, &r) && r == 10000);
  assert(__builtin_powi(d, n) > 97 && (a << n) == 3200 && a / 7 == 14 && big % a == big - big / a * a);
  assert((long double)n * ld == 62.5L && -ld < 0 && (int)ld == 12 && (long)ld == 12 && (unsigned)ld == 12);
  assert((float)ld == 12.5f && (double)ld == 12.5 && (long double)d == 2.5L);
#ifdef __x86_64__
  __float128 q = d;
  assert(q * q == 6.25 && (double)q == 2.5);
#endif
  _Float16 h = (_Float16)d;
  assert((double)h == 2.5 && (long double)h == 2.5L);
  assert(__builtin_popcountll(a) == 3 && __builtin_parity((unsigned)a) == 1);
  return 0;
}
