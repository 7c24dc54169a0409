#include <heddle/heddle.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int flag;

void *waiter(void *unused) {
  while (!atomic_load(&flag))
    ;
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, waiter, 0);
  heddle_assume(heddle_choose(2));
  atomic_store(&flag, 1);
  pthread_join(t, 0);
}
