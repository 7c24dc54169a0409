// A wait whose first load stands before the loop.
#include <pthread.h>
#include <stdatomic.h>
#ifndef N
#define N 13
#endif
atomic_int x;
void *writer(void *u) { for (int i = 1; i <= N; i++) x = i; return 0; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, writer, 0);
  int a = x;
  while (a != N) a = x;
  pthread_join(t, 0);
}
