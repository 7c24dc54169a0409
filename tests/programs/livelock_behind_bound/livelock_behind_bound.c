#include <pthread.h>
#include <stdatomic.h>

atomic_int flag;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

int main(void) {
  int rounds = 0;
  for (;;) {
    pthread_mutex_lock(&m);
    const int isSet = atomic_load(&flag);
    pthread_mutex_unlock(&m);
    if (isSet) break;
    if (rounds < 3) rounds++;
  }
  return rounds;
}
