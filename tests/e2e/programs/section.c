// An atomic section; with FAILS somebody sees what it leaves.
#include <assert.h>
#include <pthread.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

int x, y;

static void *both(void *unused) {
  __VERIFIER_atomic_begin();
#ifdef FAILS
  assert(x + y != 2);
#endif
  ++x;
  ++y;
  __VERIFIER_atomic_end();
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, both, 0);
  both(0);
  pthread_join(t, 0);
}
