// A loop that ends because an atomic load reads what the iteration before has stored plainly.
#include <assert.h>
#include <pthread.h>
int w;
void *t0(void *arg) {
  int a;
  for (;;) {
    a = __atomic_load_n(&w, __ATOMIC_ACQUIRE);
    w = 2;
    if (a) break;
  }
  assert(a != 2);
  return 0;
}
int main(void) {
  pthread_t p;
  pthread_create(&p, 0, t0, 0);
  pthread_join(p, 0);
}
