#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_key_t key;
static int gone;

static void destroy(void *value) { gone += *(int *)value; }

static void *thread(void *unused) {
  static int ten = 10;
  pthread_setspecific(key, &ten);
  return unused;
}

static void check(void) { assert(gone == 10); }

int main(void) {
  static int one = 1;
  pthread_t t;
  pthread_key_create(&key, destroy);
  pthread_setspecific(key, &one);
  pthread_create(&t, 0, thread, 0);
  pthread_join(t, 0);
  atexit(check);
  return 0;
}
