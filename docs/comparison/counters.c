#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 3
#endif
static atomic_int total, seen[8];

static void *count(void *number) {
  for (int i = 0; i < N; ++i) atomic_store(&seen[(long)number], atomic_fetch_add(&total, 1));
  return NULL;
}

int main(void) {
  pthread_t threads[3];
  for (long i = 0; i < 3; ++i) pthread_create(&threads[i], NULL, count, (void *)i);
  for (int i = 0; i < 3; ++i) pthread_join(threads[i], NULL);
}
