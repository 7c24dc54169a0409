// WWmerge1 of the literature: what comes of a store after a store of the same thread to the same word.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int x, y;
int r, s, t;
void *t1(void *u) { r = atomic_load_explicit(&x, memory_order_acquire); s = atomic_load(&y); return 0; }
void *t2(void *u) { atomic_store(&x, 1); atomic_store(&x, 2); return 0; }
void *t3(void *u) { atomic_store(&y, 1); t = atomic_load(&x); return 0; }
int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, 0, t1, 0); pthread_create(&b, 0, t2, 0); pthread_create(&c, 0, t3, 0);
  pthread_join(a, 0); pthread_join(b, 0); pthread_join(c, 0);
  assert(!(r == 2 && s == 0 && t == 0));
}
