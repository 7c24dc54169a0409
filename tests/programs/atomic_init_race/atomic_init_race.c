#include <pthread.h>
#include <stdatomic.h>

atomic_int count;

void *add(void *unused) {
  atomic_fetch_add(&count, 1);
  return unused;
}

int main(void) {
  pthread_t t;
  atomic_fetch_add(&count, 1);
  pthread_create(&t, 0, add, 0);
  atomic_init(&count, 5);
  pthread_join(t, 0);
}
