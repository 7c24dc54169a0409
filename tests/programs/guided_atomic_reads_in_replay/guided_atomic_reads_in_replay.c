// A plain read of an atomic word that is not on the slice, and one that is.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int x; int sink, done, g;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int *p = (int *)&x;
void *t1(void *a) { x = 1; pthread_mutex_lock(&m); done++; pthread_mutex_unlock(&m); return 0; }
void *t2(void *a) { x = 2; pthread_mutex_lock(&m); done++; pthread_mutex_unlock(&m); return 0; }
void *t4(void *a) { pthread_mutex_lock(&m); g = 1; pthread_mutex_unlock(&m); return 0; }
void *t5(void *a) { assert(a != 0); return 0; }
void *t6(void *a) {
  pthread_mutex_lock(&m); int d = done, k = g; pthread_mutex_unlock(&m);
  if (d == 2) {
    if (1) sink = *p;
    if (k == 1) assert(*p == 1 + 1);
  }
  return 0;
}
int main() {
  pthread_t a;
  if (1) pthread_create(&a, 0, t5, 0);
  pthread_create(&a, 0, t1, 0);
  pthread_create(&a, 0, t2, 0);
  pthread_create(&a, 0, t6, 0);
  pthread_create(&a, 0, t4, 0);
  return 0;
}
