// The sieve of Eratosthenes.
#include <string.h>

#include "array_work.h"

enum { kLimit = 1000000, kRounds = 40, kPrimes = 78498 };

static void work(void) {
  unsigned char *const composite = malloc(kLimit);
  for (int round = 0; round < kRounds; round++) {
    memset(composite, 0, kLimit);
    int primes = 0;
    for (int i = 2; i < kLimit; i++) {
      if (composite[i]) continue;
      primes++;
      for (long j = (long)i * i; j < kLimit; j += i) composite[j] = 1;
    }
    assert(primes == kPrimes);
  }
  free(composite);
}
