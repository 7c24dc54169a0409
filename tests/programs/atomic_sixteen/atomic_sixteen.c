#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

typedef struct {
  long low, high;
} Pair;

_Alignas(16) _Atomic Pair pair;

void *writer(void *unused) {
  atomic_store(&pair, ((Pair){1, 1}));
  atomic_store(&pair, ((Pair){2, 2}));
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, writer, 0);
  Pair seen = atomic_load(&pair);
  assert(seen.low == seen.high);
  pthread_join(t, 0);
  Pair expected = {2, 1};
  assert(!atomic_compare_exchange_strong(&pair, &expected, ((Pair){3, 3})));
  assert(expected.low == 2 && expected.high == 2);
  assert(atomic_compare_exchange_strong(&pair, &expected, ((Pair){3, -3})));
  Pair old = atomic_exchange(&pair, ((Pair){4, 5}));
  assert(old.low == 3 && old.high == -3);
  _Alignas(16) _Atomic __int128 wide = 1;
  assert(atomic_fetch_sub(&wide, 2) == 1 && wide == -1);
}
