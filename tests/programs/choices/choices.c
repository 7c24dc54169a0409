#include <heddle/heddle.h>
#include <pthread.h>

unsigned first, second;

void *choose(void *unused) {
  first = heddle_choose(3);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, choose, 0);
  second = heddle_choose(2);
  pthread_join(t, 0);
  heddle_assert(first + second != 3);
}
