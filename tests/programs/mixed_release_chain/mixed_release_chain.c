#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static union {
  uint16_t word;
  uint8_t byte[2];
} shared;
static int data;

static void *first(void *unused) {
  data = 1;
  __atomic_store_n(&shared.byte[1], 1, __ATOMIC_RELEASE);
  return unused;
}

static void *second(void *unused) {
  uint16_t expected = 0x100;
  __atomic_compare_exchange_n(&shared.word, &expected, 0x102, 0, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  if (__atomic_load_n(&shared.byte[0], __ATOMIC_ACQUIRE) == 2) assert(data == 1);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
