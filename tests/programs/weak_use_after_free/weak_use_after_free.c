#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#define R memory_order_relaxed
atomic_int *count;
atomic_int entered, closed;
void *user(void *_) {
  atomic_store_explicit(&entered, 1, R);
  if (!atomic_load_explicit(&closed, R))
    atomic_fetch_sub(count, 1);
  return 0;
}
void *owner(void *_) {
  atomic_store_explicit(&closed, 1, R);
  if (!atomic_load_explicit(&entered, R)) {
    atomic_fetch_add(count, 1);
    free(count);
  }
  return 0;
}
int main(void) {
  pthread_t a, b;
  count = malloc(sizeof *count);
  *count = 1;
  pthread_create(&a, 0, user, 0);
  pthread_create(&b, 0, owner, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
