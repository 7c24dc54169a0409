// lastzero(N): as source_sets/lastzero.c, written out.
#include "each.h"

static atomic_int array[N + 1];

#define STOP_AT_ZERO(i) \
  if (LOAD(array[N - i]) == 0) return unused;
static void *search(void *unused) {
  EACH(STOP_AT_ZERO)
  LOAD(array[0]);
  return unused;
}

#define BODY(i)                              \
  static void *body##i(void *unused) {       \
    STORE(array[i + 1], LOAD(array[i]) + 1); \
    return unused;                           \
  }
EACH(BODY)

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, search, 0);
  EACH(START)
  pthread_exit(0);
}
