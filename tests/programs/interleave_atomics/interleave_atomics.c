#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
atomic_int x;
int n;

void add(void) {
  pthread_mutex_lock(&lock);
  ++n;
  pthread_mutex_unlock(&lock);
}

void *other(void *unused) {
  atomic_store(&x, 1);
  add();
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, other, 0);
  add();
  pthread_join(t, 0);
  assert(n == 2 && x == 1);
}
