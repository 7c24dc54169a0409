// A spin lock by exchange, whose holder reads the lock word plainly.
#include <assert.h>
#include <pthread.h>
int locked, shared;
void *work(void *arg) {
  while (__atomic_exchange_n(&locked, 1, __ATOMIC_ACQUIRE)) ;
  assert(locked == 1); /* a plain read: races with the other's exchange that fails, which writes 1 */
  ++shared;
  __atomic_store_n(&locked, 0, __ATOMIC_RELEASE);
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, work, 0);
  pthread_create(&b, 0, work, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
