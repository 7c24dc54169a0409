#include <pthread.h>
#include <stdatomic.h>

atomic_int flag;

void *waiter(void *rounds) {
  unsigned n = (unsigned)(long)rounds;
  while (!atomic_load(&flag))
#if defined(BARRIER)
    for (unsigned i = 0; i != n; i += 2) __asm__ volatile("" ::: "memory");
#elif defined(ATOMIC)
  {
    _Atomic unsigned i;
    for (atomic_store(&i, 0); atomic_load(&i) != n; atomic_store(&i, atomic_load(&i) + 2)) {
    }
  }
#else
    for (volatile unsigned char i = 0; i < n; i++) {
    }
#endif
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, waiter, (void *)301);
  atomic_store(&flag, 1);
  pthread_join(t, 0);
}
