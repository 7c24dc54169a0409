// What is expected is stored before the loop, whether or not the loop is entered.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, way;
static int expected;

static void *change(void *unused) {
  (void)unused;
  static void *const ways[] = {&&end, &&loop};
  void *there = ways[atomic_load_explicit(&way, memory_order_relaxed)];
  expected = 77;
  goto *there;
loop:
  if (!atomic_compare_exchange_strong_explicit(&x, &expected, 8, memory_order_acquire, memory_order_acquire)) goto loop;
end:
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, change, 0);
  pthread_join(thread, 0);
  assert(expected == 77);
  return 0;
}
