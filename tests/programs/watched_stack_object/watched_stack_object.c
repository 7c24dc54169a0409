// What a loop reads is on main's stack, whose end comes late, but after the joins.
#include <pthread.h>
#include <stdatomic.h>
struct shared { atomic_int queue, takeover; };
void *waits(void *arg) {
  struct shared *s = arg;
  atomic_fetch_add_explicit(&s->takeover, 1, memory_order_relaxed);
  while (atomic_load_explicit(&s->queue, memory_order_relaxed) == 0)
    if (atomic_load_explicit(&s->takeover, memory_order_relaxed) == 2) break;
  return 0;
}
void *sets(void *arg) {
  struct shared *s = arg;
  atomic_store_explicit(&s->queue, 1, memory_order_relaxed);
  atomic_store_explicit(&s->queue, 2, memory_order_relaxed);
  return 0;
}
int main(void) {
  struct shared s;
  atomic_init(&s.queue, 0);
  atomic_init(&s.takeover, 0);
  pthread_t a, b;
  pthread_create(&a, 0, waits, &s);
  pthread_create(&b, 0, sets, &s);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
