#include <pthread.h>
#include <stdatomic.h>

atomic_int *_Atomic shared;
atomic_int done;

void *use(void *unused) {
  atomic_int *p = atomic_load(&shared);
  if (p && !atomic_load(&done)) atomic_load(p);
  return unused;
}

static void own(void) {
  atomic_int local = 0;
  atomic_store(&shared, &local);
  atomic_store(&done, 1);
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, use, 0);
  own();
  pthread_join(t, 0);
}
