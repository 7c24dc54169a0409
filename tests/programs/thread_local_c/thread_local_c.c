#include <assert.h>
#include <pthread.h>

_Thread_local int counter = 5;
_Thread_local char buffer[8];
static _Thread_local int *pointer = 0;

void *add(void *unused) {
  assert(counter == 5 && pointer == 0 && buffer[3] == 0);
  pointer = &counter;
  ++*pointer;
  buffer[3] = 'x';
  assert(counter == 6);
  return unused;
}

int main(void) {
  pthread_t a, b;
  counter = 9;
  pthread_create(&a, 0, add, 0);
  pthread_create(&b, 0, add, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(counter == 9 && buffer[3] == 0);
}
