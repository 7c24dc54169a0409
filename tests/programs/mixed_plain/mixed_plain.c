#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

union {
  atomic_uint word;
  unsigned plain;
  struct {
    atomic_uchar flag;
    unsigned char beside;
  };
} shared;
struct {
  atomic_int first, second;
} pair;

void *writer(void *unused) {
  shared.beside = 5;
  atomic_store_explicit(&shared.flag, 1, memory_order_release);
  return unused;
}

int main(void) {
  pthread_t t;
  atomic_store(&pair.first, 1);
  atomic_store(&pair.second, 2);
  shared.plain = 0x07000000;
  pthread_create(&t, 0, writer, 0);
  if (atomic_load_explicit(&shared.flag, memory_order_acquire)) assert(shared.beside == 5);
  pthread_join(t, 0);
  assert(atomic_load(&shared.word) == 0x07000501);
  long both;
  memcpy(&both, &pair, sizeof both);
  assert(both == 0x200000001);
  *(long *)&pair = both + 1;
  assert(atomic_load(&pair.first) == 2 && atomic_load(&pair.second) == 2);
}
