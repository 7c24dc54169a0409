#include <pthread.h>
#include <stdatomic.h>

typedef struct {
  long a, b, c;
} Triple;

_Atomic Triple triple;

void *write_it(void *unused) {
  atomic_store(&triple, ((Triple){1, 2, 3}));
  return unused;
}

int main(void) {
  pthread_t writer;
  pthread_create(&writer, 0, write_it, 0);
  long seen = ((Triple *)&triple)->b;
  pthread_join(writer, 0);
  return (int)seen;
}
