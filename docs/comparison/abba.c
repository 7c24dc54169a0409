#include <pthread.h>

static pthread_mutex_t a, b;

static void *one(void *unused) {
  pthread_mutex_lock(&a);
  pthread_mutex_lock(&b);
  pthread_mutex_unlock(&b);
  pthread_mutex_unlock(&a);
  return unused;
}

static void *other(void *unused) {
  pthread_mutex_lock(&b);
  pthread_mutex_lock(&a);
  pthread_mutex_unlock(&a);
  pthread_mutex_unlock(&b);
  return unused;
}

int main(void) {
  pthread_mutex_init(&a, NULL);
  pthread_mutex_init(&b, NULL);
  pthread_t x, y;
  pthread_create(&x, NULL, one, NULL);
  pthread_create(&y, NULL, other, NULL);
  pthread_join(x, NULL);
  pthread_join(y, NULL);
}
