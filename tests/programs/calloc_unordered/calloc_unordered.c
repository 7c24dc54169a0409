#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
_Atomic(int *) p;
void *t1(void *u) { atomic_store_explicit(&p, calloc(1,sizeof(int)), memory_order_relaxed); return 0; }
void *t2(void *u) { int *r = atomic_load_explicit(&p, memory_order_relaxed); if (r) *r = 18; return 0; }
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, t1, 0); pthread_create(&b, 0, t2, 0);
  pthread_join(a, 0); pthread_join(b, 0);
}
