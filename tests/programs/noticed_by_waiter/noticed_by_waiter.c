#include <pthread.h>
#include <stdatomic.h>

atomic_int blink, go;

void *blinker(void *unused) {
  do {
    atomic_fetch_add(&blink, 1);
    atomic_fetch_sub(&blink, 1);
  } while (!atomic_load(&go));
  return unused;
}

void *watcher(void *unused) {
  while (!atomic_load(&blink));
  atomic_store(&go, 2);
  return unused;
}

int main(void) {
  pthread_t t[2];
  pthread_create(&t[0], 0, blinker, 0);
  pthread_create(&t[1], 0, watcher, 0);
  for (int i = 0; i < 2; ++i) pthread_join(t[i], 0);
}
