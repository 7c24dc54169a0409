#include <malloc.h>
#include <pthread.h>
#include <stdlib.h>

char *block;

void *frees(void *unused) {
  free(block);
  return unused;
}

int main(void) {
  pthread_t t;
  block = malloc(5);
  pthread_create(&t, 0, frees, 0);
  volatile size_t size = malloc_usable_size(block);
  pthread_join(t, 0);
  return size == 77;
}
