#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
  pthread_mutex_t lock;
  atomic_int value;
} * node;

void *drop(void *unused) {
  free(node);
  return unused;
}

int main(void) {
  node = calloc(1, sizeof(*node));
  atomic_store_explicit(&node->value, 7, memory_order_relaxed);
  pthread_mutex_lock(&node->lock);
  pthread_mutex_unlock(&node->lock);
  pthread_t t;
  pthread_create(&t, NULL, drop, NULL);
  pthread_join(t, NULL);
  USE;
}
