#include <pthread.h>
#include <stdlib.h>

void *reader(void *block) {
  return *(int *)block ? block : 0;
}

int main(void) {
  pthread_t t;
  int *block = calloc(1, sizeof *block);
  pthread_create(&t, 0, reader, block);
  free(block);
  pthread_join(t, 0);
}
