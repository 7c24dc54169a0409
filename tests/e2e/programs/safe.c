// Two threads add to one atomic counter: safe under every interleaving.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int counter;

void *add(void *arg) {
  (void)arg;
  atomic_fetch_add(&counter, 1);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, add, NULL);
  pthread_create(&b, NULL, add, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(atomic_load(&counter) == 2);
  return 0;
}
