#include <pthread.h>
#include <stdatomic.h>

atomic_int x, y;

void *looker(void *unused) {
  if (atomic_load(&y)) goto middle;
top:
  if (atomic_load(&x) == 2) goto out;
middle:
  if (atomic_load(&y) == 2) goto out;
  goto top;
out:
  return unused;
}

void *setter(void *unused) {
  atomic_store(&y, 1);
  return unused;
}

int main(void) {
  pthread_t t[2];
  pthread_create(&t[0], 0, looker, 0);
  pthread_create(&t[1], 0, setter, 0);
  for (int i = 0; i < 2; ++i) pthread_join(t[i], 0);
}
