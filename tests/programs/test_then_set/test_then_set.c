#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int taken;
atomic_int inside;

void *enter(void *unused) {
  while (atomic_load(&taken))
    ;
  atomic_store(&taken, 1);
  assert(atomic_fetch_add(&inside, 1) == 0);
  atomic_fetch_sub(&inside, 1);
  atomic_store(&taken, 0);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, enter, 0);
  pthread_create(&b, 0, enter, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
