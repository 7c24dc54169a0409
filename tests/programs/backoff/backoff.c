#include <heddle/heddle.h>
#include <pthread.h>
#include <stdatomic.h>

enum { kWriter = 100 };
atomic_int lock = kWriter;
int x;

int try_read(void) {
  if (atomic_fetch_sub(&lock, 1) > 0) return 1;
  atomic_fetch_add(&lock, 1);
  return 0;
}

void *writer(void *unused) {
  if (atomic_fetch_sub(&lock, kWriter) == kWriter) x = 1;
  atomic_fetch_add(&lock, kWriter);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, writer, 0);
  while (!try_read())
    ;
  int seen = x;
  atomic_fetch_add(&lock, 1);
  pthread_join(t, 0);
  heddle_assert(seen == 0 || seen == 1);
}
