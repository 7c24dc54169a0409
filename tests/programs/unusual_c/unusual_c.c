#include <alloca.h>
#include <assert.h>
#include <complex.h>
#include <pthread.h>
#include <stdint.h>
#include <string.h>

static int interpret(const unsigned char *code) {
  static void *const labels[] = {&&stop, &&increment, &&twice};
  int value = 0;
  goto *labels[*code++];
increment:
  ++value;
  goto *labels[*code++];
twice:
  value *= 2;
  goto *labels[*code++];
stop:
  return value;
}

static const char *name(int n) {
  switch (n) {
    case 0: return "zero";
    case 1: return "one";
    case 2: return "two";
    case 7: return "seven";
    default: return "many";
  }
}

void *work(void *unused) {
  assert(interpret((const unsigned char[]){1, 1, 2, 1, 0}) == 5);
  assert(strcmp(name(7), "seven") == 0 && strcmp(name(5), "many") == 0);
  double complex z = 1.0 + 2.0 * I;
  assert(creal(z * z) == -3.0);
  unsigned __int128 wide = (unsigned __int128)UINT64_MAX * 3;
  assert((uint64_t)(wide >> 64) == 2 && wide / 3 == UINT64_MAX && wide % 10 == 5);
  char *room = alloca(20);
  memset(room, 1, 20);
  int sum = 0;
  for (int i = 0; i < 20; ++i) sum += room[i];
  assert(sum == 20);
  float f = 3.99f;
  assert((int)f == 3 && (unsigned char)300 == 44 && -7 / 2 == -3 && -7 % 2 == -1);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  work(0);
  pthread_join(t, 0);
}
