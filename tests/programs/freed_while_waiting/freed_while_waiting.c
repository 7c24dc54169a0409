#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct Node { int value; };
struct Node *node;
atomic_int isDone;

void *look(void *unused) {
  int found = 0;
  while (!atomic_load(&isDone)) found = node->value;
  return found ? 0 : unused;
}

void *end(void *unused) {
  free(node);
  assert(unused != 0);
  return unused;
}

int main(void) {
  node = calloc(1, sizeof(struct Node));
  pthread_t threads[2];
  pthread_create(&threads[0], 0, look, 0);
  pthread_create(&threads[1], 0, end, 0);
  pthread_join(threads[0], 0);
  pthread_join(threads[1], 0);
}
