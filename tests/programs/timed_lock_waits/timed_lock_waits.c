#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static long long ms(void) { struct timespec t; clock_gettime(CLOCK_REALTIME, &t); return t.tv_sec * 1000LL + t.tv_nsec / 1000000; }
void *t(void *u) {
  struct timespec until;
  clock_gettime(CLOCK_REALTIME, &until);
  until.tv_sec += 2;
  long long before = ms();
  if (pthread_mutex_timedlock(&m, &until) == ETIMEDOUT)
    assert(ms() - before >= 1900);
  else
    pthread_mutex_unlock(&m);
  return 0;
}
int main(void) {
  pthread_t a;
  long long before = ms();
  pthread_create(&a, 0, t, 0);
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  pthread_join(a, 0);
  assert(ms() > before);
}
