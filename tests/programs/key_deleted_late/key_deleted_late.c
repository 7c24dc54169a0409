// A key is deleted while a thread that has a value for it ends.
#include <assert.h>
#include <pthread.h>

static pthread_key_t key;
static int destroyed;

static void destroy(void *value) { destroyed = *(int *)value; }

static void *thread(void *value) {
  pthread_setspecific(key, value);
  return NULL;
}

int main(void) {
  static int one = 1;
  pthread_key_create(&key, destroy);
  pthread_t t;
  pthread_create(&t, NULL, thread, &one);
  pthread_key_delete(key);
  pthread_join(t, NULL);
  assert(destroyed == 0);
}
