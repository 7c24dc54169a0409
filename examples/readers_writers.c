// Readers and writers: readers share the room, a writer has it alone. The first
// reader takes it for all, the last one gives it back: so the room is a
// semaphore, not a mutex. (P. J. Courtois, F. Heymans, D. L. Parnas, Concurrent
// Control with "Readers" and "Writers", CACM 14(10), 1971.)
//
// The bug: a reader that leaves counts down without the mutex.
//
//   ./x check examples/readers_writers.c -DBUG
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static sem_t room;
static int readers;     // behind the mutex
static int text, copy;  // always equal, for whoever is in the room

static void enter(void) {
  pthread_mutex_lock(&mutex);
  if (++readers == 1) sem_wait(&room);
  pthread_mutex_unlock(&mutex);
}

static void leave(void) {
#ifdef BUG
  if (--readers == 0) sem_post(&room);
#else
  pthread_mutex_lock(&mutex);
  if (--readers == 0) sem_post(&room);
  pthread_mutex_unlock(&mutex);
#endif
}

static void *reader(void *unused) {
  enter();
  assert(text == copy);
  leave();
  return unused;
}

static void *writer(void *unused) {
  sem_wait(&room);
  ++text;
  ++copy;
  sem_post(&room);
  return unused;
}

int main(void) {
  sem_init(&room, 0, 1);
  pthread_t threads[3];
  pthread_create(&threads[0], NULL, reader, NULL);
  pthread_create(&threads[1], NULL, reader, NULL);
  pthread_create(&threads[2], NULL, writer, NULL);
  for (int i = 0; i < 3; ++i) pthread_join(threads[i], NULL);
  return 0;
}
