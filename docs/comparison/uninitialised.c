#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int *block;

static void *look(void *unused) {
  (void)atomic_load(block);  // perhaps before main has stored
  return unused;
}

int main(void) {
  block = malloc(sizeof *block);
  pthread_t thread;
  pthread_create(&thread, NULL, look, NULL);
  atomic_store(block, 1);
  pthread_join(thread, NULL);
}
