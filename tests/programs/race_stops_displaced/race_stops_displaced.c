#include <pthread.h>

int lock, word;

void *take(void *arg) {
  (void)arg;
  __atomic_fetch_add(&word, 1, __ATOMIC_ACQ_REL);
  while (__atomic_exchange_n(&lock, 1, __ATOMIC_SEQ_CST)) {
  }
  return 0;
}

void *takeAndLeave(void *arg) {
  (void)arg;
  __atomic_fetch_add(&word, 1, __ATOMIC_ACQ_REL);
  while (__atomic_exchange_n(&lock, 1, __ATOMIC_SEQ_CST)) {
  }
  int seen = word;
  __atomic_store_n(&lock, 0, __ATOMIC_RELEASE);
  return (void *)(long)seen;
}

int main() {
  pthread_t first, second;
  pthread_create(&first, 0, take, 0);
  pthread_create(&second, 0, takeAndLeave, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return 0;
}
