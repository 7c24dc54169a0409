#include <pthread.h>
#include <stdatomic.h>

pthread_t worker;
atomic_int x, y;

void *work(void *unused) {
  atomic_store(&x, 1);
  return unused;
}

void *letGo(void *unused) {
  atomic_store(&y, 1);
  pthread_detach(worker);
  return unused;
}

int main(void) {
  pthread_t other;
  pthread_create(&worker, 0, work, 0);
  pthread_create(&other, 0, letGo, 0);
  atomic_store(&x, 2);
  pthread_join(worker, 0);
  pthread_join(other, 0);
}
