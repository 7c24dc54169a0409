#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready;

static void *signaller(void *unused) {
  pthread_mutex_lock(&m);
  ready = 1;
  pthread_cond_signal(&c);
  pthread_mutex_unlock(&m);
  return unused;
}

int main(void) {
  pthread_t thread;
  struct timespec until;
  clock_gettime(CLOCK_REALTIME, &until);
  until.tv_sec++;
  pthread_create(&thread, 0, signaller, 0);
  pthread_mutex_lock(&m);
  int result = 0;
  while (!ready && result == 0) result = pthread_cond_timedwait(&c, &m, &until);
  assert(result == 0 ? ready : result == ETIMEDOUT);
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  assert(result == 0 || now.tv_sec >= until.tv_sec);
  pthread_mutex_unlock(&m);
  pthread_join(thread, 0);
}
