#include <pthread.h>
#include <stdatomic.h>

atomic_int x, y;

void *one(void *unused) {
  atomic_fetch_add(&x, 1);
  return unused;
}

void *three(void *unused) {
  atomic_fetch_add(&x, 3);
  return unused;
}

void *waiter(void *unused) {
  while (atomic_load(&x) != 3)
    ;
  atomic_store(&y, 1);
  return unused;
}

int main(void) {
  pthread_t p, q, r, s;
  pthread_create(&p, 0, one, 0);
  pthread_create(&q, 0, one, 0);
  pthread_create(&r, 0, three, 0);
  pthread_create(&s, 0, waiter, 0);
  pthread_join(p, 0);
  pthread_join(q, 0);
  pthread_join(r, 0);
  pthread_join(s, 0);
}
