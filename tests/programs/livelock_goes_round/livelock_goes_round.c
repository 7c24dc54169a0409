#include <pthread.h>
#include <stdatomic.h>

atomic_int x;

void *looker(void *unused) {
  int seen = 0;
  for (;;) {
    if (seen != 0) continue;
    seen = atomic_load(&x);
    if (seen != 1) break;
  }
  return unused;
}

void *changer(void *unused) {
  atomic_exchange(&x, 1);
  atomic_exchange(&x, 0);
  return unused;
}

int main(void) {
  pthread_t t[2];
  pthread_create(&t[0], 0, looker, 0);
  pthread_create(&t[1], 0, changer, 0);
  for (int i = 0; i < 2; ++i) pthread_join(t[i], 0);
}
