#include <assert.h>
#include <pthread.h>
#include <stdint.h>

union {
  uint32_t word;
  uint16_t half[2];
} shared;

void *other(void *unused) {
  shared.half[1] = 0x0102;
  return unused;
}

int main(void) {
  pthread_t t;
  shared.word = 0xFFFFFFFF;
  pthread_create(&t, 0, other, 0);
  shared.half[0] = 0x0304;
  pthread_join(t, 0);
  assert(shared.word == 0x01020304);
}
