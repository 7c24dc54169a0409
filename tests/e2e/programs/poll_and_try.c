#include <pthread.h>
#include <heddle/heddle.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int done;

static void *polls(void *arg) {
  int seen = 0;
  while (!seen) {
    pthread_mutex_lock(&m);
    seen = done;
    pthread_mutex_unlock(&m);
  }
  return arg;
}

static void *tries(void *arg) {
  const int failed = pthread_mutex_trylock(&m);
  heddle_assert(failed);
  heddle_assert(!failed);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, polls, NULL);
  pthread_create(&b, NULL, tries, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
}
