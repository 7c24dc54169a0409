#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
_Atomic(int *) instance;

void *get(void *unused) {
  int *p = atomic_load_explicit(&instance, memory_order_acquire);
  if (p == 0) {
    pthread_mutex_lock(&lock);
    p = atomic_load_explicit(&instance, memory_order_relaxed);
    if (p == 0) {
      p = malloc(sizeof *p);
      *p = 42;
      atomic_store_explicit(&instance, p, memory_order_release);
    }
    pthread_mutex_unlock(&lock);
  }
  assert(*p == 42);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, get, 0);
  pthread_create(&b, 0, get, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  free(instance);
}
