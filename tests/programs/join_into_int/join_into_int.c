#include <pthread.h>

void *result(void *unused) { return (void *)-1L; }

int main(void) {
  pthread_t t;
  int got = 0;
  pthread_create(&t, 0, result, 0);
  pthread_join(t, (void **)&got);
  return got == 7;
}
