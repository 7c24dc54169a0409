// Two threads of COUNT operations each, over WORDS words in turn: one stores,
// the other loads. An execution has 2 * COUNT operations and as many races as
// there are words in use.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int words[WORDS];

static void *store(void *unused) {
  for (int i = 0; i < COUNT; i++) atomic_store(&words[i % WORDS], i);
  return unused;
}

static void *load(void *unused) {
  for (int i = 0; i < COUNT; i++) atomic_load(&words[i % WORDS]);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, store, 0);
  pthread_create(&b, 0, load, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
