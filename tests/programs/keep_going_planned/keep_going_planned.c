#include <pthread.h>
#include <stdatomic.h>

atomic_int x;

void *load(void *unused) {
  atomic_load(&x);
  return unused;
}

void *loadAndStorePlainly(void *unused) {
  atomic_load(&x);
  *(volatile int *)&x = 2;
  return unused;
}

void *loadAndExchange(void *unused) {
  atomic_load(&x);
  atomic_exchange(&x, 1);
  return unused;
}

int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, 0, load, 0);
  pthread_create(&b, 0, loadAndStorePlainly, 0);
  pthread_create(&c, 0, loadAndExchange, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  pthread_join(c, 0);
}
