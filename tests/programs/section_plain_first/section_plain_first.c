// A word that is written atomically only later is read plainly, in an atomic section and after it. Whether that is an event depends on
// whether another thread has accessed the word atomically by then.
#include <pthread.h>
#include <stdatomic.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static atomic_int other;
static int word;

static void *writer(void *unused) {
  (void)unused;
  __VERIFIER_atomic_begin();
  atomic_store_explicit(&other, 2, memory_order_release);
  int inside = word;
  __VERIFIER_atomic_end();
  int after = word;
  __atomic_store_n(&word, 1 + inside + after, __ATOMIC_RELEASE);
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, writer, 0);
  (void)__atomic_load_n(&word, __ATOMIC_ACQUIRE);
  pthread_join(thread, 0);
}
