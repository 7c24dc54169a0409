// One thread blinks for ever, the other one goes round by way of an inner loop that looks at that.
#include <pthread.h>
#include <stdatomic.h>

atomic_int blink, other;

void *blinker(void *unused) {
  for (;;) {
    atomic_store(&blink, -1);
    atomic_store(&blink, 0);
  }
  return unused;
}

void *watcher(void *unused) {
  for (;;) {
    atomic_load(&other);
    while (atomic_load(&blink) == 2);
  }
  return unused;
}

int main(void) {
  pthread_t t[2];
  pthread_create(&t[0], 0, blinker, 0);
  pthread_create(&t[1], 0, watcher, 0);
  for (int i = 0; i < 2; ++i) pthread_join(t[i], 0);
}
