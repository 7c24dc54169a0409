#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

void __VERIFIER_assume(int);

atomic_int flag;
int data;

void *producer(void *unused) {
  data = 1;
  atomic_store(&flag, 1);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, producer, 0);
  __VERIFIER_assume(atomic_load(&flag) == 1);
  assert(data == 1);
  pthread_join(t, 0);
}
