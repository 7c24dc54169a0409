#include <heddle/heddle.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int gone;
int seen;

void *reader(void *argument) {
  heddle_assume(atomic_load(&gone));
  seen = *(int *)argument;
  return 0;
}

static void __attribute__((noinline)) start(pthread_t *t) {
  int argument = 7;
  pthread_create(t, 0, reader, &argument);
}

int main(void) {
  pthread_t t;
  start(&t);
  atomic_store(&gone, 1);
  pthread_join(t, 0);
}
