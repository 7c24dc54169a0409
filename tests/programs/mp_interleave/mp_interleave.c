#include <assert.h>
#include <pthread.h>

int data, flag;

void *producer(void *unused) {
  data = 1;
  flag = 1;
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, producer, 0);
  if (flag) assert(data == 1);
  pthread_join(t, 0);
}
