// readers(N): one writer of x; N readers, each of which first reads a variable
// of its own (Source Sets, Fig. 1 and 13).
//
// A reader sees x before or after the write, whatever the others do: 2^N
// traces. The reads of the own variables conflict with nothing; they are there
// because they lead persistent sets astray: after the write, each reader
// must be put into the backtrack set of the first state by itself.
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#ifndef N
#define N 8
#endif

static atomic_int x, own[N];

static void *writer(void *unused) {
  atomic_store_explicit(&x, 42, memory_order_release);
  return unused;
}

static void *reader(void *number) {
  atomic_load_explicit(&own[(intptr_t)number], memory_order_acquire);
  atomic_load_explicit(&x, memory_order_acquire);
  return 0;
}

int main(void) {
  pthread_t w, readers[N];
  pthread_create(&w, 0, writer, 0);
  for (intptr_t i = 0; i < N; i++) pthread_create(&readers[i], 0, reader, (void *)i);
  pthread_join(w, 0);
  for (int i = 0; i < N; i++) pthread_join(readers[i], 0);
  return 0;
}
