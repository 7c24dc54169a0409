#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_uint sequence;
atomic_int x, y;

void *writer(void *unused) {
  atomic_store(&sequence, 1);
  atomic_store(&x, 1);
  atomic_store(&y, 1);
  atomic_store(&sequence, 2);
  return unused;
}

void *reader(void *unused) {
  unsigned before;
  int a, b;
  do {
    while ((before = atomic_load(&sequence)) & 1)
      ;
    a = atomic_load(&x);
    b = atomic_load(&y);
  } while (atomic_load(&sequence) != before);
  assert(a == b);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, writer, 0);
  pthread_create(&b, 0, reader, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
