// Two threads look for what nobody writes, each time they get the lock at once.
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int flag;

void *poll(void *unused) {
  for (;;) {
    if (pthread_mutex_trylock(&m) != 0) continue;
    const int isSet = flag;
    pthread_mutex_unlock(&m);
    if (isSet) break;
  }
  return unused;
}

int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; ++i) pthread_create(&t[i], 0, poll, 0);
  for (int i = 0; i < 2; ++i) pthread_join(t[i], 0);
}
