#include <pthread.h>

int w0, w1, after;
static _Thread_local int own;

void *wait(void *arg) {
  (void)arg;
  int seen = 0;
  for (;;) {
    seen = __atomic_load_n(&own, __ATOMIC_RELAXED);
    own = 1;
    seen = __atomic_load_n(&w1, __ATOMIC_SEQ_CST);
    if (seen) break;
    seen = __atomic_load_n(&w0, __ATOMIC_ACQUIRE);
  }
  __atomic_store_n(&after, 1, __ATOMIC_RELEASE);
  return 0;
}

int main() {
  pthread_t thread;
  pthread_create(&thread, 0, wait, 0);
  __atomic_store_n(&w1, 1, __ATOMIC_RELAXED);
  pthread_join(thread, 0);
  return 0;
}
