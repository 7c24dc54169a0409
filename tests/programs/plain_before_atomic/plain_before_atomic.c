// A thread reads a word plainly, then stores to it atomically; another one loads it.
#include <pthread.h>
#include <stdatomic.h>
atomic_int after;
int w;
void *t0(void *arg) {
  (void)__atomic_load_n(&w, __ATOMIC_RELAXED);
  return 0;
}
void *t1(void *arg) {
  int a = 0;
  if (!atomic_load_explicit(&after, memory_order_relaxed))
    a = w;
  __atomic_store_n(&w, 1, __ATOMIC_RELAXED);
  return (void *)(long)a;
}
int main(void) {
  pthread_t p0, p1;
  pthread_create(&p0, 0, t0, 0);
  pthread_create(&p1, 0, t1, 0);
  pthread_join(p0, 0);
  pthread_join(p1, 0);
}
