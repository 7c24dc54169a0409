#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct Element {
  struct Element *below;
};

static _Atomic(struct Element *) top;

static struct Element *pop(void) {
  struct Element *seen, *next;
  do {
    seen = atomic_load(&top);
    if (seen == 0) return 0;
    next = seen->below;
  } while (!atomic_compare_exchange_strong(&top, &seen, next));
  return seen;
}

static void *popOne(void *unused) {
  free(pop());
  return unused;
}

int main(void) {
  for (int i = 0; i < 2; ++i) {
    struct Element *element = malloc(sizeof *element);
    element->below = atomic_load(&top);
    atomic_store(&top, element);
  }
  pthread_t first, second;
  pthread_create(&first, 0, popOne, 0);
  pthread_create(&second, 0, popOne, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return 0;
}
