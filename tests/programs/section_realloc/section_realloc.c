// Atomic sections move a block whose words they access atomically and plainly.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static int *block;
static int seen;

static void *mover(void *unused) {
  __VERIFIER_atomic_begin();
  block = calloc(2, sizeof *block);
  __VERIFIER_atomic_end();
  __VERIFIER_atomic_begin();
  block = realloc(block, 16 * sizeof *block);
  __VERIFIER_atomic_end();
  __VERIFIER_atomic_begin();
  seen = block[0];
  __VERIFIER_atomic_end();
  return unused;
}

static void *adder(void *unused) {
  __VERIFIER_atomic_begin();
  if (block) atomic_fetch_add((_Atomic int *)block, 2);
  __VERIFIER_atomic_end();
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, mover, NULL);
  pthread_create(&second, NULL, adder, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  assert(seen == 0 || seen == 2);
}
