#include <pthread.h>
#include <stdatomic.h>

enum { kBias = 0x100000 };
atomic_int word = kBias;

void *read_only(void *unused) {
  while (atomic_fetch_sub(&word, 1) <= 0) {
    atomic_fetch_add(&word, 1);
    while (atomic_load(&word) <= 0)
      ;
  }
  return unused;  // and never gives it back
}

void *write_too(void *unused) {
  while (atomic_fetch_sub(&word, kBias) != kBias) {
    atomic_fetch_add(&word, kBias);
    while (atomic_load(&word) != kBias)
      ;
  }
  atomic_fetch_add(&word, kBias);
  return unused;
}

int main(void) {
  pthread_t reader, writer;
  pthread_create(&reader, 0, read_only, 0);
  pthread_create(&writer, 0, write_too, 0);
  pthread_join(reader, 0);
  pthread_join(writer, 0);
}
