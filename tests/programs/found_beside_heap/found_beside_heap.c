#include <pthread.h>
#include <stdlib.h>

int word;
int found[32];
int *objects[2];

void *run(void *number) {
  int *const mine = &found[16 * (number != 0)];
  do {
    *mine = __atomic_load_n(&word, __ATOMIC_RELAXED);
  } while (!__atomic_compare_exchange_n(&word, mine, *mine + 1, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE));
  int *const object = calloc(64, sizeof(int));
  for (int i = 0; i < 64; i++) object[i] = -1;
  objects[number != 0] = object;
  return 0;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, run, 0);
  pthread_create(&threads[1], 0, run, &word);
  pthread_join(threads[0], 0);
  pthread_join(threads[1], 0);
  return objects[0][1] != -1;
}
