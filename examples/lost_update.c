// `atomic_load`, add, `atomic_store`: each step is atomic, the sum is not. Two
// deposits may see the same balance, and one of them is lost.
//
//   ./x check examples/lost_update.c
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int balance;

static void *deposit(void *unused) {
  int seen = atomic_load(&balance);
  atomic_store(&balance, seen + 10);
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, deposit, NULL);
  pthread_create(&second, NULL, deposit, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  assert(balance == 20);
  return 0;
}
