#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

union {
  atomic_uint word;
  atomic_uchar byte[4];
} shared;
int data;

void *writer(void *unused) {
  data = 7;
  atomic_store_explicit(&shared.word, FLAG, memory_order_release);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, writer, 0);
  while (!atomic_load_explicit(&shared.byte[3], memory_order_acquire));
  assert(data == 7);
  pthread_join(t, 0);
}
