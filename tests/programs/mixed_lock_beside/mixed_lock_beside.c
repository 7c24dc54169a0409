#include <pthread.h>
#include <stdint.h>

static union {
  uint16_t word;
  uint8_t byte[2];
} lock;
static int data;

static void *adds(void *unused) {
  uint16_t expected = 0;
  while (!__atomic_compare_exchange_n(&lock.word, &expected, 1, 0, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED)) expected = 0;
  ++data;
  __atomic_store_n(&lock.byte[0], 0, __ATOMIC_RELEASE);
  return unused;
}

static void *beside(void *unused) {
  __atomic_store_n(&lock.byte[1], 1, __ATOMIC_RELAXED);
  __atomic_store_n(&lock.byte[1], 0, __ATOMIC_RELAXED);
  return unused;
}

int main(void) {
  pthread_t adder, other;
  pthread_create(&adder, 0, adds, 0);
  pthread_create(&other, 0, beside, 0);
  adds(0);
  pthread_join(adder, 0);
  pthread_join(other, 0);
}
