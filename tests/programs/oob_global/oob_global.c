#include <pthread.h>

int before[4], table[4], behind[4];

void *fill(void *count) {
  for (int i = 0; i < *(int *)count; ++i) table[i] = i;
  return 0;
}

int main(void) {
  static int count = 5;
  pthread_t t;
  pthread_create(&t, 0, fill, &count);
  pthread_join(t, 0);
  return behind[0] + before[0];
}
