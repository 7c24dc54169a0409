#include <pthread.h>

struct __attribute__((packed)) {
  char head;
  int word;
  char tail;
} shared;

void *other(void *unused) {
  shared.head = 1;
  shared.tail = 1;
  shared.word = 1;
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, other, 0);
  char r = ((char *)&shared)[4];
  pthread_join(t, 0);
  return r;
}
