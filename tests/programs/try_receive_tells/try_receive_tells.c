// A receive that fails tells of another thread without synchronising.
#include <pthread.h>
#include <stdatomic.h>
#include <heddle/heddle.h>
atomic_int flag; int d;
heddle_channel *c;
void *t1(void*_) {
  int sum = 0; uint64_t v;
  for (;;) {
    if (atomic_load(&flag)) break;
    sum = d;
  }
  heddle_channel_try_receive(c, &v);
  return 0; }
void *t2(void*_) { uint64_t v; if (!heddle_channel_try_receive(c, &v)) d = 1; return 0; }
int main(){ pthread_t a,b; c = heddle_channel_create(); heddle_channel_send(c, 1); pthread_create(&a,0,t1,0); pthread_create(&b,0,t2,0); atomic_store(&flag,1); 
 pthread_join(a,0);pthread_join(b,0); }
