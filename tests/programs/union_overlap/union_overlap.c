#include <pthread.h>

union {
  int word;
  unsigned char bytes[4];
} shared;

void *other(void *unused) {
  shared.word = 0x01020304;
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, other, 0);
  int r = shared.bytes[2];
  pthread_join(t, 0);
  return r;
}
