#include <heddle/heddle.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int count, go, seen;

void *looker(void *unused) {
  atomic_store(&seen, atomic_load(&count));
  atomic_store(&go, 1);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, looker, 0);
  for (;;) {
    atomic_fetch_add(&count, 1);
    atomic_fetch_sub(&count, 1);
    if (atomic_load(&go)) break;
  }
  heddle_assert(atomic_load(&seen) == 0);
  pthread_join(t, 0);
}
