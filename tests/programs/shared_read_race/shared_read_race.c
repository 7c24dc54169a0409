#include <pthread.h>

int x, seen[2];

void *reader(void *out) {
  *(int *)out = x;
  return 0;
}

int main(void) {
  pthread_t a, b;
  x = 1;
  pthread_create(&a, 0, reader, &seen[0]);
  pthread_create(&b, 0, reader, &seen[1]);
  pthread_join(b, 0);
  x = 2;
  pthread_join(a, 0);
}
