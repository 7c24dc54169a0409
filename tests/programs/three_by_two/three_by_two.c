#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x;

void *add(void *unused) {
  atomic_fetch_add(&x, 1);
  atomic_fetch_add(&x, 1);
  return unused;
}

int main(void) {
  pthread_t t[3];
  for (int i = 0; i < 3; ++i) pthread_create(&t[i], 0, add, 0);
  for (int i = 0; i < 3; ++i) pthread_join(t[i], 0);
  assert(x == 6);
}
