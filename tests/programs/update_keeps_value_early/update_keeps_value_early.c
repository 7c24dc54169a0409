// An update that leaves the value as it is, in an iteration without effect, against a plain read.
#include <pthread.h>
#include <stdatomic.h>
atomic_int f;
int w;
void *t1(void *arg) {
  while (!atomic_load(&f)) __atomic_fetch_or(&w, 0, __ATOMIC_RELAXED);
  return 0;
}
void *t2(void *arg) { return (void *)(long)w; }
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, t1, 0);
  pthread_create(&b, 0, t2, 0);
  atomic_store(&f, 1);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
