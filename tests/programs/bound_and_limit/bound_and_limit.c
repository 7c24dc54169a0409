#include <pthread.h>

int x, y;
volatile int own;  // not a statistic

void *set(void *arg) {
  (void)arg;
  __atomic_store_n(&x, 1, __ATOMIC_SEQ_CST);
  __atomic_store_n(&y, 1, __ATOMIC_SEQ_CST);
  return 0;
}

int main() {
  pthread_t thread;
  pthread_create(&thread, 0, set, 0);
  while (!__atomic_load_n(&y, __ATOMIC_SEQ_CST)) {
    while (!__atomic_load_n(&x, __ATOMIC_SEQ_CST)) __atomic_fetch_add(&own, 1, __ATOMIC_SEQ_CST);
    __atomic_fetch_add(&own, 1, __ATOMIC_SEQ_CST);
  }
  pthread_join(thread, 0);
  return 0;
}
