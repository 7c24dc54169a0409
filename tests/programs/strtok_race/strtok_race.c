#include <pthread.h>
#include <string.h>

void *worker(void *text) {
  strtok(text, " ");
  return 0;
}

int main(void) {
  char one[] = "a b", other[] = "c d";
  pthread_t t;
  pthread_create(&t, 0, worker, one);
  worker(other);
  pthread_join(t, 0);
}
