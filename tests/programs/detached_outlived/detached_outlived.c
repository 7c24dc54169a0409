#include <pthread.h>
#include <stdatomic.h>

atomic_int x;

void *background(void *unused) {
  atomic_store(&x, 1);
  atomic_store(&x, 2);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  pthread_create(&t, &attributes, background, 0);
  pthread_attr_destroy(&attributes);
  atomic_store(&x, 3);
}
