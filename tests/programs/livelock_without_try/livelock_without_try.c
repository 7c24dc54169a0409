// As a compare-exchange loop that goes on with what it has found, but it does not
// try: it goes round with what it has loaded in front of the loop.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int word;

static void *waits(void *tries) {
  int seen = atomic_load(&word);
  do {
    if (tries && atomic_compare_exchange_strong(&word, &seen, 1)) break;
  } while (seen == 0);
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, waits, NULL);
  atomic_store(&word, 1);
  pthread_join(t, NULL);
}
