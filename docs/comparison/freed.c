#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int *block;

static void *use(void *unused) {
  atomic_store(block, 1);
  return unused;
}

int main(void) {
  block = malloc(sizeof *block);
  atomic_init(block, 0);
  pthread_t thread;
  pthread_create(&thread, NULL, use, NULL);
  free(block);
  pthread_join(thread, NULL);
}
