#include <pthread.h>
#include <stdatomic.h>

atomic_int x;

void *change(void *unused) {
  int old = atomic_load(&x);
  while (!atomic_compare_exchange_strong(&x, &old, 1)) {
  }
  return unused;
}

void *toggle(void *unused) {
  atomic_exchange(&x, 1);
  atomic_store(&x, 0);
  return unused;
}

int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, change, 0);
  pthread_create(&u, 0, toggle, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
}
