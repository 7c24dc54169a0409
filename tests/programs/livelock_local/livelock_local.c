#include <pthread.h>

void *sulk(void *unused) {
  for (;;)
    ;
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, sulk, 0);
  pthread_join(t, 0);
}
