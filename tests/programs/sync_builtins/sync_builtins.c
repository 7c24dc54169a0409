#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

int x, taken;
typedef struct {
  char a, b, c;
} Three;
_Atomic Three three;
_Atomic long double wide = 1.5L;
volatile atomic_int vol;

void *other(void *unused) {
  __sync_fetch_and_add(&x, 1);
  __sync_add_and_fetch(&x, 1);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, other, 0);
  __sync_fetch_and_or(&x, 16);
  pthread_join(t, 0);
  __sync_synchronize();
  assert(__atomic_load_n(&x, __ATOMIC_SEQ_CST) == 18);
  assert(__sync_lock_test_and_set(&taken, 1) == 0 && __sync_lock_test_and_set(&taken, 1) == 1);
  __sync_lock_release(&taken);
  assert(__sync_bool_compare_and_swap(&taken, 0, 5) && !__sync_bool_compare_and_swap(&taken, 0, 6));
  char flag = 0;
  assert(!__atomic_test_and_set(&flag, __ATOMIC_ACQUIRE) && __atomic_test_and_set(&flag, __ATOMIC_ACQUIRE));
  __atomic_clear(&flag, __ATOMIC_RELEASE);
  assert(flag == 0);
  atomic_store(&three, ((Three){1, 2, 3}));
  Three old = atomic_exchange(&three, ((Three){4, 5, 6}));
  Three now = atomic_load(&three);
  assert(old.c == 3 && now.a == 4);
  wide += 2;
  assert(wide == 3.5L);
  assert(atomic_fetch_add(&vol, 2) == 0 && vol == 2);
}
