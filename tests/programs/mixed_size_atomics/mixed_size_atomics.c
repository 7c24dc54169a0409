#include <assert.h>
#include <pthread.h>
#include <stdint.h>

union {
  uint32_t word;
  uint16_t half[2];
} shared;

void *writer(void *unused) {
  __atomic_store_n(&shared.word, 0x00010001, __ATOMIC_SEQ_CST);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, writer, 0);
  int lower = __atomic_load_n(&shared.half[0], __ATOMIC_SEQ_CST);
  int upper = __atomic_load_n(&shared.half[1], __ATOMIC_SEQ_CST);
  assert(lower <= upper);
  pthread_join(t, 0);
}
