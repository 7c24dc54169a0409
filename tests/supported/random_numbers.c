// Random numbers: within their ranges, and the same after the same seed.
#define _GNU_SOURCE
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/random.h>
#include <unistd.h>

int main(void) {
  unsigned state = 5, same = 5;
  const int unseeded = rand();
  srand(1);
  assert(rand() == unseeded);  // as if this were the first call
  srand(5);
  const int first = rand(), second = rand();
  assert(first >= 0 && first <= RAND_MAX && second >= 0 && first != second);
  srand(5);
  assert(rand() == first && rand() == second);
  const int third = rand_r(&state);
  assert(third >= 0 && rand_r(&same) == third && state == same && state != 5);
  srandom(9);
  const long fourth = random();
  assert(fourth >= 0 && fourth <= 0x7fffffff);
  srandom(9);
  assert(random() == fourth);
  srand48(9);
  const long fifth = lrand48(), sixth = mrand48();
  const double seventh = drand48();
  assert(fifth >= 0 && fifth < (1L << 31) && sixth >= -(1L << 31) && sixth < (1L << 31));
  assert(seventh >= 0 && seventh < 1);
  srand48(9);
  assert(lrand48() == fifth && mrand48() == sixth && drand48() == seventh);

  unsigned char bytes[40] = {0}, more[40] = {0};
  int different = 0;
  assert(getrandom(bytes, sizeof bytes, 0) == sizeof bytes && getentropy(more, sizeof more) == 0);
  for (unsigned i = 0; i < sizeof bytes; ++i) different += bytes[i] != more[i];
  assert(different > 0);
  assert(getentropy(more, 257) == -1);
#if defined(HEDDLE) || __GLIBC_PREREQ(2, 36)
  for (int i = 0; i < 20; ++i) assert(arc4random_uniform(3) < 3);
  assert(arc4random_uniform(1) == 0);
  assert(arc4random() != arc4random() || arc4random() != arc4random());
  arc4random_buf(more, sizeof more);
  different = 0;
  for (unsigned i = 0; i < sizeof bytes; ++i) different += bytes[i] != more[i];
  assert(different > 0);
#endif
  return 0;
}
