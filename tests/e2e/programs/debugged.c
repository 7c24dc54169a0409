// Two threads add to a counter without a lock: one addition can get lost.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int counter;
static int rounds = 1;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void add(int amount) {
  int before = atomic_load(&counter);
  int after = before + amount;
  atomic_store(&counter, after);
}

static void *worker(void *argument) {
  const int *mine = argument;
  int amount = *mine;
  for (int i = 0; i < rounds; ++i) add(amount);
  pthread_mutex_lock(&mutex);
  int done = amount * 100;
  pthread_mutex_unlock(&mutex);
  return done != 0 ? argument : NULL;
}

int main(void) {
  pthread_t threads[2];
  int amounts[2] = {5, 7};
  int limit = 12;
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], NULL, worker, &amounts[i]);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  int total = atomic_load(&counter);
  assert(total == limit);
  return 0;
}
