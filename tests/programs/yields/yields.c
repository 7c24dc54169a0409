#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <unistd.h>

atomic_int x;

void *store(void *unused) {
  sched_yield();
  usleep(1000);
  atomic_store(&x, 1);
  sleep(1);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, store, 0);
  sched_yield();
  atomic_store(&x, 2);
  pthread_join(t, 0);
}
