#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

pthread_t mainThread;

void atEnd(void) { assert(pthread_equal(pthread_self(), mainThread)); }

void *leave(void *unused) {
  exit(0);
  return unused;
}

int main(void) {
  pthread_t t;
  mainThread = pthread_self();
  atexit(atEnd);
  pthread_create(&t, 0, leave, 0);
  exit(0);
}
