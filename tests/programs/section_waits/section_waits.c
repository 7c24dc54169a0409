#include <heddle/heddle.h>
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int x;

void *holder(void *unused) {
  pthread_mutex_lock(&mutex);
  ++x;
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, holder, 0);
  __VERIFIER_atomic_begin();
  pthread_mutex_lock(&mutex);
  ++x;
  pthread_mutex_unlock(&mutex);
  __VERIFIER_atomic_end();
  pthread_join(t, 0);
  heddle_assert(x == 2);
}
