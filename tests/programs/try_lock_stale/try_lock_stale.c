#include <pthread.h>

pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;

void *keep_a(void *unused) {
  pthread_mutex_lock(&a);
  return unused;
}

void *try_b(void *unused) {
  pthread_mutex_trylock(&b);
  return unused;
}

void *both(void *unused) {
  pthread_mutex_lock(&b);
  pthread_mutex_unlock(&b);
  pthread_mutex_lock(&a);
  pthread_mutex_unlock(&a);
  pthread_mutex_lock(&b);
  return unused;
}

int main(void) {
  pthread_t t[3];
  pthread_create(&t[0], 0, keep_a, 0);
  pthread_create(&t[1], 0, try_b, 0);
  pthread_create(&t[2], 0, both, 0);
}
