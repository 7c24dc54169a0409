// What other tools are told about loops.
#include <genmc.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int ready, count;

void *worker(void *unused) {
  __VERIFIER_loop_bound(3);
  while (!ready) {
    __VERIFIER_spin_start();
    __VERIFIER_spin_end();
  }
  __VERIFIER_final_write(atomic_store(&count, 1));
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  ready = 1;
  pthread_join(t, 0);
  __VERIFIER_assert(count == 1);
}
