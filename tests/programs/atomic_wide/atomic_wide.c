#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

typedef struct {
  long a, b, c;
} Triple;

_Atomic Triple triple;

void *write_it(void *unused) {
  atomic_store(&triple, ((Triple){1, 2, 3}));
  return unused;
}

int main(void) {
  pthread_t writer;
  pthread_create(&writer, 0, write_it, 0);
  Triple seen = atomic_load(&triple);
  assert((seen.a == 0 && seen.c == 0) || (seen.a == 1 && seen.c == 3));
  pthread_join(writer, 0);
  assert(!atomic_is_lock_free(&triple));
}
