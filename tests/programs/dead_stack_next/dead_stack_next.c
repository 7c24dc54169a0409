#include <heddle/heddle.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int flag;
int y;

void *add(void *argument) {
  ++*(int *)argument;
  return 0;
}
void *nothing(void *argument) { return argument; }

static int first(void) {
  int local = 0;
  pthread_t t;
  pthread_create(&t, 0, add, &local);
  return local;
}

static int second(void) {
  int local = 0;
  int numbers[8] = {0};
  pthread_t t;
  pthread_create(&t, 0, nothing, numbers);
  heddle_assume(atomic_load(&flag));
  return local;
}

int main(void) {
  y = first();
  y = second();
}
