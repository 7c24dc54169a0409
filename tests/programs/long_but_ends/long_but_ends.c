// Main goes round often and does the same each time, and its loops end: nobody waits.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int steps, flag;

static void *other(void *unused) {
  atomic_store(&flag, 1);
  return unused;
}

int main(void) {
  pthread_t t;
  // Collatz: 1,412 steps for these. No compiler knows that.
  for (unsigned start = 27; start < 47; ++start)
    for (unsigned v = start; v != 1; v = v % 2 ? 3 * v + 1 : v / 2) atomic_fetch_add(&steps, 1);
  unsigned v = 1;
  int rounds = 0;
  while (v != 4 || rounds < 2000) {
    v = v % 2 ? 3 * v + 1 : v / 2;
    rounds += atomic_load(&flag) == 0;
  }
  pthread_create(&t, 0, other, 0);
  const int seen = atomic_load(&flag);
  v = 1;
  if (seen)  // not in the first execution
    do {     // 2,048 rounds
      v = (v * 5 + 3) & 2047;
      atomic_fetch_add(&steps, 1);
    } while (v != 1);
  pthread_join(t, 0);
  assert(seen <= 1 && rounds < 2010);
}
