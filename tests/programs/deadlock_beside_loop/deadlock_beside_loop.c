#include <pthread.h>
#include <stdatomic.h>

atomic_int x = 1, y;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, k = PTHREAD_MUTEX_INITIALIZER;

void *waiter(void *unused) {
  do {
    while (!atomic_load(&x));
  } while (atomic_load(&y) != 1);
  return unused;
}

void *m_first(void *unused) {
  pthread_mutex_lock(&m);
  pthread_mutex_lock(&k);
  return unused;
}

void *k_first(void *unused) {
  pthread_mutex_lock(&k);
  pthread_mutex_lock(&m);
  return unused;
}

int main(void) {
  pthread_t w, a, b;
  pthread_create(&w, 0, waiter, 0);
  pthread_create(&a, 0, m_first, 0);
  pthread_create(&b, 0, k_first, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
