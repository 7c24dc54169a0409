#include <assert.h>
#include <errno.h>
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int counter;

void *add(void *unused) {
  int result = pthread_mutex_trylock(&lock);
  if (result == 0) {
    ++counter;
    pthread_mutex_unlock(&lock);
  } else {
    assert(result == EBUSY);
  }
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, add, 0);
  pthread_create(&b, 0, add, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(counter == 1 || counter == 2);
}
