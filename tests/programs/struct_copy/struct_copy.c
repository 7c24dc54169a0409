#include <pthread.h>

typedef struct {
  long numbers[6];
  char last;
} Record;

Record shared;

void *other(void *unused) {
  shared.last = 1;
  return unused;
}

int main(void) {
  pthread_t t;
  Record copy;
  pthread_create(&t, 0, other, 0);
  copy = shared;
  pthread_join(t, 0);
  return copy.last;
}
