// Main polls under a lock for a flag that nobody ever sets.
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int done;

static void *other(void *unused) {
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, other, 0);
  for (;;) {
    pthread_mutex_lock(&m);
    int seen = done;
    pthread_mutex_unlock(&m);
    if (seen) break;
  }
  pthread_join(t, 0);
}
