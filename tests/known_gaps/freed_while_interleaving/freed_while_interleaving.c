// A block is freed while another thread reads it plainly, with plain accesses interleaved on execution graphs.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic(int *) ptr;
static atomic_int go;

static void *reader(void *unused) {
  atomic_store_explicit(&go, 1, memory_order_relaxed);
  int *q = atomic_load(&ptr);
  if (q && *q == 7) return q;
  return 0;
}

static void *owner(void *unused) {
  int *q = malloc(sizeof *q);
  *q = 1;
  atomic_store(&ptr, q);
  if (atomic_load_explicit(&go, memory_order_relaxed)) free(q);
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, reader, 0);
  pthread_create(&b, 0, owner, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
