#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x;
int data;

void *writes(void *unused) {
  atomic_store(&x, 1);
  data = 1;
  return unused;
}

void *reads(void *unused) {
  atomic_load(&x);
  data = 2;
  return unused;
}

void *fails(void *unused) {
  assert(0);
  return unused;
}

int main(void) {
  pthread_t a, b, c;
  pthread_create(&c, 0, fails, 0);
  pthread_create(&a, 0, writes, 0);
  pthread_create(&b, 0, reads, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  pthread_join(c, 0);
}
