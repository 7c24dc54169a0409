// A loop of compare-exchanges that changes the word itself: each failure is its own.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int word, isDone, go;
static void* retry(void* unused) {
  int old;
  do {
    old = atomic_load(&word);
    if (!atomic_load(&isDone)) atomic_store(&word, !old);
  } while (!atomic_compare_exchange_strong(&word, &old, 7));
  return unused;
}
static void* finish(void* unused) {
  if (atomic_load(&go)) atomic_store(&isDone, 1);
  return unused;
}
static void* start(void* unused) {
  atomic_store(&go, 1);
  return unused;
}
int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], 0, start, 0);
  pthread_create(&threads[1], 0, finish, 0);
  pthread_create(&threads[2], 0, retry, 0);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], 0);
}
