#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

atomic_int x = 5;
int plain = 6, *heap;
char large[100000] = {1, 2};

static int calls(void) {
  static int count;
  return ++count;
}

void *add(void *unused) {
  atomic_fetch_add(&x, 1);
  return unused;
}

int main(void) {
  pthread_t a;
  assert(x == 5 && plain == 6 && heap == 0 && calls() == 1 && large[0] == 1 && large[70000] == 0);
  heap = malloc(sizeof *heap);
  *heap = plain = 7;
  large[0] = large[70000] = 9;
  pthread_create(&a, 0, add, 0);
  atomic_fetch_add(&x, 1);
  pthread_join(a, 0);
  assert(x == 7 && calls() == 2);
}
