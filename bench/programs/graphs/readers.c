// readers(N): as source_sets/readers.c, written out.
#include "each.h"

static atomic_int x, own[N];

static void *write(void *unused) {
  STORE(x, 42);
  return unused;
}

#define BODY(i)                        \
  static void *body##i(void *unused) { \
    LOAD(own[i]);                      \
    LOAD(x);                           \
    return unused;                     \
  }
EACH(BODY)

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, write, 0);
  EACH(START)
  pthread_exit(0);
}
