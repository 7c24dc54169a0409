#include <assert.h>
#include <pthread.h>

int counter;

void __VERIFIER_atomic_add(void) {
  int seen = counter;
  if (seen == 5) return;
  counter = seen + 1;
}

void *add(void *unused) {
  __VERIFIER_atomic_add();
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, add, 0);
  pthread_create(&b, 0, add, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(counter == 2);
}
