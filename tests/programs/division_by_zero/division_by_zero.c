#include <pthread.h>
#include <stdatomic.h>

atomic_int divisor = 2;
int result;

void *divide(void *unused) {
  result = 10 / atomic_load(&divisor);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, divide, 0);
  atomic_store(&divisor, 0);
  pthread_join(t, 0);
}
