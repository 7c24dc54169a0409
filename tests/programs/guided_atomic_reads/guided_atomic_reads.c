// A plain read of an atomic word, after all that was written.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int x, done;
int *p = (int *)&x;
void *t1(void *a) { x = 1; done++; return 0; }
void *t2(void *a) { x = 2; done++; return 0; }
int main() {
  pthread_t a, b;
  pthread_create(&a, 0, t1, 0);
  pthread_create(&b, 0, t2, 0);
  while (done < 2);
  // plain read, after all that was written
  assert(*p == 2);
  return 0;
}
