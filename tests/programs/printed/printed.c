#include <assert.h>
#include <pthread.h>
#include <stdio.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int last;

void *speak(void *number) {
  pthread_mutex_lock(&lock);
  last = *(int *)number;
  printf("hello from %d\n", last);
  if (last == 2) {
    char text[16];
    snprintf(text, sizeof text, "0x%x", 31);
    printf("x = %s '%c' %5.2f ", text, 'c', 3.5);
    puts("end");
  }
  pthread_mutex_unlock(&lock);
  return 0;
}

int main(void) {
  int numbers[2] = {1, 2};
  pthread_t a, b;
  pthread_create(&a, 0, speak, &numbers[0]);
  pthread_create(&b, 0, speak, &numbers[1]);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(last == 2);
}
