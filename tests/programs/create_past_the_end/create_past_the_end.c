#include <pthread.h>
void *f(void *a) { return 0; }
int main(void) {
  pthread_t t[2];
  pthread_create(&t[2], 0, f, 0);
  return 0;
}
