#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;
static int note;

static void *leavesNote(void *unused) {
  int seen;
  do {
    seen = atomic_load(&x);
    note = seen;
  } while (!atomic_compare_exchange_strong(&x, &seen, seen * 4 + 1));
  return unused;
}

static void *readsNote(void *unused) {
  int seen;
  do {
    seen = atomic_load(&x);
  } while (!atomic_compare_exchange_strong(&x, &seen, seen * 4 + 2));
  return seen == 0 && note != 0 ? &note : unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, leavesNote, 0);
  pthread_create(&second, 0, readsNote, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return 0;
}
