#include <pthread.h>

_Thread_local int mine;

void *touch(void *other) {
  *(int *)other = 1;
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, touch, &mine);
  mine = 2;
  pthread_join(t, 0);
}
