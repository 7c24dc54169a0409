#include <pthread.h>

_Thread_local int mine = 3;

void *give(void *unused) {
  (void)unused;
  return &mine;
}

int main(void) {
  pthread_t t;
  void *theirs;
  pthread_create(&t, 0, give, 0);
  pthread_join(t, &theirs);
  return *(int *)theirs;
}
