// What litmus tests are written with: short names for memory orders, and threads without ceremony.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define rlx memory_order_relaxed
#define con memory_order_consume
#define acq memory_order_acquire
#define rel memory_order_release
#define ar memory_order_acq_rel
#define sc memory_order_seq_cst
#define none memory_order_relaxed  // C11: such a fence has no effect

#define load(x, order) atomic_load_explicit(&x, order)
#define store(x, value, order) atomic_store_explicit(&x, value, order)
#define exchange(x, value, order) atomic_exchange_explicit(&x, value, order)
#define add(x, value, order) atomic_fetch_add_explicit(&x, value, order)
#define fence(order) atomic_thread_fence(order)

// What a variable has in the end, when all threads were joined.
#define last(x) load(x, rlx)

#define THREAD(name) static void name(void)
#define RUN(...)                                            \
  do {                                                      \
    static void (*const bodies[])(void) = {__VA_ARGS__};    \
    run(bodies, (int)(sizeof(bodies) / sizeof(bodies[0]))); \
  } while (0)

static void* start(void* body) {
  (*(void (*const*)(void))body)();
  return 0;
}

// Starts the threads and waits for them.
static void run(void (*const bodies[])(void), int count) {
  pthread_t threads[4];
  for (int i = 0; i < count; ++i) pthread_create(&threads[i], 0, start, (void*)&bodies[i]);
  for (int i = 0; i < count; ++i) pthread_join(threads[i], 0);
}
