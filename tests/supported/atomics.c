// Atomics: of the sizes that have instructions, and of those that have none.
// native: -latomic
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct {
  long a, b, c;
} Wide;

static _Atomic Wide wide;
static atomic_uchar one;
static atomic_ushort two;
static atomic_uint four;
static atomic_ullong eight;
static _Atomic unsigned __int128 sixteen;
static atomic_flag flag = ATOMIC_FLAG_INIT;

bool __atomic_is_lock_free(size_t bytes, const volatile void* at);

static void* changesAll(void* argument) {
  const Wide value = {4, 5, 6};
  atomic_store(&wide, value);
  return argument;
}

#define OPERATIONS(word)                                                                    \
  do {                                                                                      \
    __typeof__(atomic_load(&word)) expected = 9;                                            \
    atomic_store_explicit(&word, 5, memory_order_release);                                  \
    assert(atomic_load_explicit(&word, memory_order_acquire) == 5);                         \
    assert(atomic_fetch_add(&word, 3) == 5 && atomic_fetch_sub(&word, 2) == 8);             \
    assert(atomic_fetch_or(&word, 8) == 6 && atomic_fetch_and(&word, 12) == 14);            \
    assert(atomic_fetch_xor(&word, 1) == 12 && atomic_exchange(&word, 2) == 13);            \
    assert(!atomic_compare_exchange_strong(&word, &expected, 7) && expected == 2);          \
    assert(atomic_compare_exchange_strong(&word, &expected, 7) && atomic_load(&word) == 7); \
  } while (0)

int main(void) {
  OPERATIONS(one);
  OPERATIONS(two);
  OPERATIONS(four);
  OPERATIONS(eight);
#ifdef HEDDLE  // elsewhere that may take another library
  OPERATIONS(sixteen);
#endif
  assert(!atomic_flag_test_and_set(&flag) && atomic_flag_test_and_set(&flag));
  atomic_flag_clear(&flag);
  assert(!atomic_flag_test_and_set_explicit(&flag, memory_order_acquire));
  atomic_thread_fence(memory_order_seq_cst);
  atomic_signal_fence(memory_order_seq_cst);

  pthread_t thread;
  Wide value = {1, 2, 3}, other = {7, 8, 9};
  atomic_init(&wide, value);
  assert(pthread_create(&thread, 0, changesAll, 0) == 0);
  value = atomic_load(&wide);
  assert((value.a == 1 && value.b == 2 && value.c == 3) || (value.a == 4 && value.b == 5 && value.c == 6));
  assert(pthread_join(thread, 0) == 0);
  value = atomic_exchange(&wide, other);
  assert(value.a == 4 && value.c == 6);
  assert(!atomic_compare_exchange_strong(&wide, &value, value) && value.b == 8);
  other.b = 10;
  assert(atomic_compare_exchange_strong(&wide, &value, other));
  value = atomic_load(&wide);
  assert(value.b == 10);
  assert(!__atomic_is_lock_free(sizeof wide, &wide) && __atomic_is_lock_free(sizeof four, &four));
  return 0;
}
