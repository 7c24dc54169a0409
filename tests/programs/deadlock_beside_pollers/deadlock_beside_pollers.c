// Two threads poll with try-locks until a third one is done, which may be stuck in a deadlock with a fourth.
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
int done;

void *poll(void *unused) {
  for (;;) {
    if (pthread_mutex_trylock(&m) != 0) continue;
    const int seen = done;
    pthread_mutex_unlock(&m);
    if (seen) break;
  }
  return unused;
}

void *one(void *unused) {
  pthread_mutex_lock(&a);
  pthread_mutex_lock(&b);
  pthread_mutex_unlock(&b);
  pthread_mutex_unlock(&a);
  return unused;
}

void *other(void *unused) {
  pthread_mutex_lock(&b);
  pthread_mutex_lock(&a);
  pthread_mutex_unlock(&a);
  pthread_mutex_unlock(&b);
  pthread_mutex_lock(&m);
  done = 1;
  pthread_mutex_unlock(&m);
  return unused;
}

int main(void) {
  pthread_t t[4];
  pthread_create(&t[0], 0, poll, 0);
  pthread_create(&t[1], 0, poll, 0);
  pthread_create(&t[2], 0, one, 0);
  pthread_create(&t[3], 0, other, 0);
  for (int i = 0; i < 4; ++i) pthread_join(t[i], 0);
}
