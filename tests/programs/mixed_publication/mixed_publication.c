#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

union {
  atomic_ushort word;
  atomic_uchar byte[2];
} shared;
int data;

void *writer(void *unused) {
  data = 1;
  atomic_store_explicit(&shared.byte[0], 1, memory_order_release);
  return unused;
}

void *other(void *unused) {
  atomic_store_explicit(&shared.byte[1], 1, memory_order_relaxed);
  return unused;
}

int main(void) {
  pthread_t w, o;
  pthread_create(&w, 0, writer, 0);
  pthread_create(&o, 0, other, 0);
#ifdef OTHER_BYTE
  if (atomic_load_explicit(&shared.byte[1], memory_order_acquire) == 1) data = 2;
#else
  if (atomic_load_explicit(&shared.word, memory_order_acquire) & 0xff) assert(data == 1);
#endif
  pthread_join(w, 0);
  pthread_join(o, 0);
  assert(atomic_load(&shared.word) == 0x101);
}
