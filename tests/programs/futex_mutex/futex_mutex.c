#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>

// A mutex of one word: 0 free, 1 taken, 2 taken and somebody may wait. After Drepper, "Futexes are tricky".
static atomic_int word;
static int x;

static void lock(void) {
  int found = 0;
  if (atomic_compare_exchange_strong(&word, &found, 1)) return;
  if (found != 2) found = atomic_exchange(&word, 2);
  while (found != 0) {
    syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, 2, 0, 0, 0);
    found = atomic_exchange(&word, 2);
  }
}

static void unlock(void) {
#ifdef LOST
  if (atomic_exchange(&word, 0) == 1) syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, 1, 0, 0, 0);
#else
  if (atomic_exchange(&word, 0) == 2) syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, 1, 0, 0, 0);
#endif
}

static void *worker(void *unused) {
  lock();
  x++;
  unlock();
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  worker(0);
  pthread_join(thread, 0);
}
