// stateful: two threads change two words under one mutex, each word in a section
// of its own, and main looks at both in the end (after stateful01 of SCTBench;
// Stateful of Kusano and Wang, ASE 2014, Table 2).
//
// A trace is an order of the four sections, 6. Whoever looks inside them sees
// that only those of the same word conflict, and the two orders of one word go
// with the two of the other: 4. Whoever knows that the additions commute needs
// one; the paper counts 2.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int first = 10, second = 10;

static void addTo(int *word, int summand) {
  pthread_mutex_lock(&mutex);
  *word += summand;
  pthread_mutex_unlock(&mutex);
}

static void *one(void *unused) {
  addTo(&first, 1);
  addTo(&second, 1);
  return unused;
}

static void *other(void *unused) {
  addTo(&first, 5);
  addTo(&second, -6);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, one, 0);
  pthread_create(&threads[1], 0, other, 0);
  pthread_join(threads[0], 0);
  pthread_join(threads[1], 0);
  assert(first == 16 && second == 5);
  return 0;
}
