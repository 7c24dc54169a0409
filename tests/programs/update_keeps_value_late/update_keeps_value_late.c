// An update that leaves the value as it is, in an iteration without effect, against a plain read that comes late.
#include <pthread.h>
#include <stdatomic.h>
#define R memory_order_relaxed
atomic_int f, g; int w;
void *t1(void *a) {
  while (!atomic_load_explicit(&f, R)) __atomic_fetch_or(&w, 0, __ATOMIC_RELAXED);
  atomic_store_explicit(&g, 1, R);
  return 0; }
void *t2(void *a) { if (atomic_load_explicit(&g, R)) return (void *)(long)w; return 0; }
int main(void) { pthread_t a, b; pthread_create(&a, 0, t1, 0); pthread_create(&b, 0, t2, 0); atomic_store_explicit(&f, 1, R); pthread_join(a, 0); pthread_join(b, 0); }
