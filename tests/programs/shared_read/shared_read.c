#include <pthread.h>

int x, seen[3];

void *reader(void *out) {
  *(int *)out = x;
  return 0;
}

int main(void) {
  pthread_t t[3];
  x = 1;
  for (int i = 0; i < 3; ++i) pthread_create(&t[i], 0, reader, &seen[i]);
  int r = x;
  for (int i = 0; i < 3; ++i) pthread_join(t[i], 0);
  x = 2 + r;
}
