#include <assert.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdatomic.h>

atomic_int flag;
jmp_buf before;

void *waiter(void *unused) {
  volatile int rounds = 0;
  if (setjmp(before)) {
    assert(rounds == 0);
    return unused;
  }
  while (!atomic_load(&flag)) rounds = 1;
  longjmp(before, 1);
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, waiter, 0);
  atomic_store(&flag, 1);
  pthread_join(t, 0);
}
