#include <assert.h>
#include <pthread.h>

pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
int both;

void *left(void *unused) {
  pthread_mutex_lock(&a);
  if (pthread_mutex_trylock(&b) == 0) {
    ++both;
    pthread_mutex_unlock(&b);
  }
  pthread_mutex_unlock(&a);
  return unused;
}

void *right(void *unused) {
  pthread_mutex_lock(&b);
  if (pthread_mutex_trylock(&a) == 0) {
    ++both;
    pthread_mutex_unlock(&a);
  }
  pthread_mutex_unlock(&b);
  return unused;
}

int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, left, 0);
  pthread_create(&u, 0, right, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
  assert(both <= 2);
}
