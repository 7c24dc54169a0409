// Some of each thing that a search must remember when it is stopped: a lock, a
// wait, a loop that tries to change a word, a choice, memory that is freed, a
// thread of a thread.
#include <heddle/heddle.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static atomic_int ready, top, sum;
static int inside;

static void change(int value) {
  int seen = atomic_load(&top);
  while (!atomic_compare_exchange_strong(&top, &seen, value)) continue;
}

static void *child(void *number) {
  atomic_fetch_add_explicit(&sum, 1, memory_order_relaxed);
  change(10);
  return number;
}

static void *first(void *unused) {
  pthread_t thread;
  pthread_create(&thread, 0, child, 0);
  pthread_mutex_lock(&mutex);
  inside++;
  pthread_mutex_unlock(&mutex);
  atomic_store_explicit(&ready, 1 + heddle_choose(2), memory_order_release);
  pthread_join(thread, 0);
  return unused;
}

static void *second(void *unused) {
  atomic_int *own = malloc(sizeof *own);
  atomic_init(own, 0);
  while (atomic_load_explicit(&ready, memory_order_acquire) == 0) continue;
  change(20);
  atomic_fetch_add(own, atomic_load_explicit(&sum, memory_order_relaxed));
  heddle_assert(!BUG || atomic_load(own) == 1);
  free(own);
  return unused;
}

static void *third(void *unused) {
  pthread_mutex_lock(&mutex);
  inside++;
  pthread_mutex_unlock(&mutex);
  heddle_assert(!BUG || atomic_load_explicit(&ready, memory_order_relaxed) != 2);
  return unused;
}

int main(void) {
  void *(*const bodies[])(void *) = {first, second, third};
  pthread_t threads[3];
  for (int i = 0; i < 3; i++) pthread_create(&threads[i], 0, bodies[i], 0);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], 0);
  heddle_assert(inside == 2);
  return 0;
}
