#include <pthread.h>

int *left;

static void leave(void) {
  int local = 1;
  left = &local;
  pthread_exit(0);
}

void *thread(void *unused) {
  leave();
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, thread, 0);
  pthread_join(t, 0);
  return *left;
}
