// Two compare-exchange loops on one word, with a plain store to the same variable in each iteration.
#include <pthread.h>
#include <stdatomic.h>
atomic_int y;
int last; /* written by both threads, before the exchange: a race */
void *add(void *arg) {
  int s;
  do {
    s = atomic_load(&y);
    last = s;
  } while (!atomic_compare_exchange_strong(&y, &s, s + 1));
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, add, 0);
  pthread_create(&b, 0, add, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
