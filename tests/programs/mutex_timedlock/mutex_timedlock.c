#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int counter;

int lockSoon(void) {
  struct timespec end;
  clock_gettime(CLOCK_REALTIME, &end);
  end.tv_sec += 1;
  return pthread_mutex_timedlock(&lock, &end);
}

void *add(void *unused) {
  int result = lockSoon();
  if (result == 0) {
    ++counter;
    pthread_mutex_unlock(&lock);
  } else {
    assert(result == ETIMEDOUT);
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
  assert(lockSoon() == 0);
  assert(lockSoon() == ETIMEDOUT);
  pthread_mutex_unlock(&lock);
}
