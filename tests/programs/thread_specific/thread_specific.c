#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

pthread_key_t key;
atomic_int sum;

void gone(void *value) { atomic_fetch_add(&sum, *(int *)value); }

void *user(void *value) {
  assert(pthread_getspecific(key) == 0);
  pthread_setspecific(key, value);
  assert(pthread_getspecific(key) == value);
  return 0;
}

int main(void) {
  static int values[2] = {1, 2};
  pthread_t a, b;
  pthread_key_create(&key, gone);
  pthread_create(&a, 0, user, &values[0]);
  pthread_create(&b, 0, user, &values[1]);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(sum == 3);
}
