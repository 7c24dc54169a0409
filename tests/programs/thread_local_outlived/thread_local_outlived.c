#include <pthread.h>
#include <stdatomic.h>

_Thread_local atomic_int mine;
atomic_int *_Atomic shared;
atomic_int done;

void *own(void *unused) {
  atomic_store(&shared, &mine);
  atomic_store(&done, 1);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, own, 0);
  atomic_int *p = atomic_load(&shared);
  if (p && !atomic_load(&done)) atomic_load(p);
  pthread_join(t, 0);
}
