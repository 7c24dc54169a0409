#include <assert.h>
#include <pthread.h>

struct __attribute__((packed)) {
  char head;
  long word;
  char tail;
} shared;

void *other(void *unused) {
  shared.word = -1;
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, other, 0);
  shared.head = 1;
  shared.tail = 2;
  pthread_join(t, 0);
  assert(shared.head == 1 && shared.tail == 2 && shared.word == -1);
}
