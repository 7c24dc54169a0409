#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int word = 0;

void *wait_for_three(void *unused) {
  while (atomic_fetch_add(&word, 1) < 3) atomic_fetch_sub(&word, 1);
  return unused;
}

void *wait_for_any(void *unused) {
  while (atomic_fetch_sub(&word, 4) == 0) atomic_fetch_add(&word, 4);
  assert(0);
  return unused;
}

int main(void) {
  pthread_t one, other;
  pthread_create(&one, 0, wait_for_three, 0);
  pthread_create(&other, 0, wait_for_any, 0);
  pthread_join(one, 0);
  pthread_join(other, 0);
}
