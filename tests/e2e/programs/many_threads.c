// More threads than Heddle follows.
#include <pthread.h>

void *nothing(void *arg) { return arg; }

int main(void) {
  static pthread_t threads[10000];
  for (int i = 0; i < 10000; ++i)
    if (pthread_create(&threads[i], 0, nothing, 0) != 0) return 1;
  for (int i = 0; i < 10000; ++i) pthread_join(threads[i], 0);
  return 0;
}
