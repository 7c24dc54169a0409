// A store of the value that is there already ends a release sequence.
#include <pthread.h>
#include <stdatomic.h>
#define R memory_order_relaxed
atomic_int x, y, z; int d;
void *t1(void*_) { d = 1; atomic_store_explicit(&x,1,memory_order_release); atomic_store_explicit(&y,1,R); return 0; }
void *t2(void*_) {
  while (atomic_load_explicit(&y,R)==0) {
    if (atomic_load_explicit(&x,R)==1)
      atomic_store_explicit(&x,1,R);
  }
  atomic_store_explicit(&z,1,R); return 0; }
void *t3(void*_) { if (atomic_load_explicit(&z,R)) if (atomic_load_explicit(&x,memory_order_acquire)==1) return d ? 0 : (void*)1; return 0; }
int main(){ pthread_t a,b,c; pthread_create(&a,0,t1,0); pthread_create(&b,0,t2,0);pthread_create(&c,0,t3,0); pthread_join(a,0);pthread_join(b,0);pthread_join(c,0); }
