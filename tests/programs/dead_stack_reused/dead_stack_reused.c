#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct shared {
  int *to;
  pthread_mutex_t *mutex;
  int value, done;
};
struct pair {
  int *first;
  long second;
};
int x, y;
atomic_int flag;
struct pair kept;
int *left;

static struct pair pairOf(int *first) {
  struct pair pair;
  pair.first = first;
  pair.second = x;
  return pair;
}

void *use(void *argument) {
  struct shared *shared = argument;
  if (shared->to) *shared->to = 5;
  atomic_store(&flag, 1);
  return argument;
}

static int start(void) {
  int local = 0;
  pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  struct shared shared = {0, &mutex, 0, 0};
  shared.to = 0;
  pthread_t t;
  pthread_create(&t, 0, use, &shared);
  if (left) *left = 2;
  if (x) pthread_join(t, 0);
  assert(local < 2);
  if (x) pthread_exit(&local);
  return local;
}

static int startAndWait(void) {
  int local = 0;
  pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  struct shared shared = {0, &mutex, 0, 0};
  shared.to = &x;
  pthread_t t;
  pthread_create(&t, 0, use, &shared);
  kept = pairOf(&local);
  pthread_join(t, 0);
  left = 0;
  return local;
}

int main(void) {
  y = start();
  if (!x) startAndWait();
}
