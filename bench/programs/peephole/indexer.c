// N threads write four values each into a hash table, by compare-and-swap: with up to 11
// threads no two of them come to the same entry, which only the values tell.
//
// Whether all of them can have ended: Peephole partial order reduction, section 5, indexer2
// to indexer5. Four steps a thread, one for each join, and one for the look at the table:
// that is reached at 5 N + 1 steps, and not before.
#include <pthread.h>
#include <stdatomic.h>

extern void reach_error(void);

#ifndef N
#define N 2
#endif
#define SIZE 128
#define VALUES 4

static atomic_int table[SIZE];

static void *insert(void *argument) {
  const int self = (int)(long)argument;
  for (int i = 1; i <= VALUES; i++) {
    const int value = i * 11 + self;
    unsigned at = (unsigned)(value * 7) % SIZE;
    for (int free = 0; !atomic_compare_exchange_strong(&table[at], &free, value); free = 0) at = (at + 1) % SIZE;
  }
  return 0;
}

int main(void) {
  pthread_t threads[N];
  for (long i = 0; i < N; i++) pthread_create(&threads[i], 0, insert, (void *)i);
  for (long i = 0; i < N; i++) pthread_join(threads[i], 0);
  if (atomic_load(&table[0]) >= 0) reach_error();
}
