// nr+nw(N, L): N readers wait for a value that a writer, who writes L times,
// never writes (Awamoche, Table 1).
//
// Each reader looks at one of L + 1 values: (L + 1)^N graphs, none of them
// complete. In the one in which all look at the last value this is for ever.
#include "../threads.h"

#ifndef L
#define L 2
#endif

static atomic_int x;

static void *await(void *unused) {
  while (atomic_load_explicit(&x, ACQUIRE) <= L)
    ;
  return unused;
}

static void *write(void *unused) {
  for (int i = 1; i <= L; i++) atomic_store_explicit(&x, i, RELEASE);
  return unused;
}

int main(void) {
  pthread_t writer, threads[N];
  startThreads(threads, N, await);
  pthread_create(&writer, 0, write, 0);
  joinThreads(threads, N);
  pthread_join(writer, 0);
  return 0;
}
