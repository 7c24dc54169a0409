#include <pthread.h>
#include <stdatomic.h>

atomic_int x;

void *store(void *unused) {
  __asm__ volatile("" ::: "memory");
  atomic_store(&x, 1);
#if defined(__x86_64__)
  __asm__ volatile("pause");
#elif defined(__aarch64__)
  __asm__ volatile("yield" ::: "memory");
#endif
  return unused;
}

int main(void) {
  pthread_t t;
  int hidden = 3;
  pthread_create(&t, 0, store, 0);
  __asm__("" : "+r"(hidden));
  atomic_store(&x, hidden);
  pthread_join(t, 0);
}
