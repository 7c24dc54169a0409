// Two threads of COUNT operations each, over WORDS words in turn: one stores,
// the other loads. An execution has 2 * COUNT operations and as many races as
// there are words in use. With LOADS_FIRST the thread that loads is started
// first: for a search on execution graphs each store may then change what the
// loads found. LOAD_ORDER is the order of the loads; stores are sequentially
// consistent.
#include <pthread.h>
#include <stdatomic.h>

#ifndef LOAD_ORDER
#define LOAD_ORDER memory_order_seq_cst
#endif

static atomic_int words[WORDS];

static void *store(void *unused) {
  for (int i = 0; i < COUNT; i++) atomic_store(&words[i % WORDS], i);
  return unused;
}

static void *load(void *unused) {
  for (int i = 0; i < COUNT; i++) atomic_load_explicit(&words[i % WORDS], LOAD_ORDER);
  return unused;
}

int main(void) {
  pthread_t a, b;
#ifdef LOADS_FIRST
  pthread_create(&a, 0, load, 0);
  pthread_create(&b, 0, store, 0);
#else
  pthread_create(&a, 0, store, 0);
  pthread_create(&b, 0, load, 0);
#endif
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
