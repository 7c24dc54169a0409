#include <pthread.h>

int arrived;

void *arrive(void *unused) {
  __atomic_fetch_add(&arrived, 1, __ATOMIC_RELAXED);
  return unused;
}

void phase(void) {
  pthread_t a, b;
  pthread_create(&a, 0, arrive, 0);
  pthread_create(&b, 0, arrive, 0);
  while (__atomic_load_n(&arrived, __ATOMIC_RELAXED) < 2);
  pthread_join(a, 0);
  pthread_join(b, 0);
}

int main(void) {
  phase();
  arrived = 0; /* by main alone: no step */
  phase();
}
