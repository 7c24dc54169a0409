#include <assert.h>
#include <pthread.h>

void *leaf(void *inner) {
  assert(inner == 0);
  return 0;
}

void *inner(void *next) {
  pthread_t t;
  if (next) {
    pthread_create(&t, 0, leaf, next);
    pthread_join(t, 0);
  }
  return 0;
}

int main(void) {
  pthread_t a, b;
  int yes;
  pthread_create(&a, 0, inner, 0);
  pthread_create(&b, 0, inner, &yes);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
