#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

union {
  atomic_uint word;
  atomic_uchar byte[4];
} shared;

void *setter(void *unused) {
  unsigned seen = atomic_load(&shared.word);
  while (!atomic_compare_exchange_strong(&shared.word, &seen, seen | 0x10000)) {
  }
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, setter, 0);
  atomic_fetch_add(&shared.byte[0], 1);
  pthread_join(t, 0);
  assert(atomic_load(&shared.word) == 0x10001);
}
