#include <assert.h>
#include <pthread.h>

int cells[40];

void *fill(void *cell) {
  *(int *)cell = 1;
  return 0;
}

int main(void) {
  pthread_t t[40];
  int sum = 0;
  for (int i = 0; i < 40; ++i) pthread_create(&t[i], 0, fill, &cells[i]);
  for (int i = 0; i < 40; ++i) pthread_join(t[i], 0);
  for (int i = 0; i < 40; ++i) sum += cells[i];
  assert(sum == 40);
}
