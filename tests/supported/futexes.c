// Futexes, and the other system calls that are known.
#include <assert.h>
#include <errno.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static atomic_int word, other;

static long futex(atomic_int* at, int operation, int value, const struct timespec* time, atomic_int* second,
                  int third) {
  return syscall(SYS_futex, at, operation, value, time, second, third);
}

static void* wakes(void* argument) {
  word = 1;
  const long woken = futex(&word, FUTEX_WAKE_PRIVATE, 1, 0, 0, 0);
  assert(woken == 0 || woken == 1);
  return argument;
}

int main(void) {
  const struct timespec soon = {.tv_nsec = 1000}, wrong = {.tv_nsec = 1000000000};
  pthread_t thread;
  assert(pthread_create(&thread, 0, wakes, 0) == 0);
  while (word == 0) {
    errno = 0;
    const long result = futex(&word, FUTEX_WAIT_PRIVATE, 0, 0, 0, 0);
    assert(result == 0 || (result == -1 && errno == EAGAIN));
  }
  assert(pthread_join(thread, 0) == 0);
  errno = 0;
  assert(futex(&word, FUTEX_WAIT, 0, 0, 0, 0) == -1 && errno == EAGAIN);  // the word is 1
  errno = 0;
  assert(futex(&word, FUTEX_WAIT, 1, &soon, 0, 0) == -1 && errno == ETIMEDOUT);
  errno = 0;
  assert(futex(&word, FUTEX_WAIT_BITSET, 1, &soon, 0, 1) == -1 && errno == ETIMEDOUT);
  errno = 0;
  assert(futex(&word, FUTEX_WAIT, 1, &wrong, 0, 0) == -1 && errno == EINVAL);
  errno = 0;
  assert(futex(&word, FUTEX_WAIT_BITSET, 1, &soon, 0, 0) == -1 && errno == EINVAL);
  errno = 0;
  assert(futex(&word, FUTEX_WAKE_BITSET, 5, 0, 0, 0) == -1 && errno == EINVAL);
  assert(futex(&word, FUTEX_WAKE, 5, 0, 0, 0) == 0);
  assert(futex(&word, FUTEX_WAKE_BITSET, 5, 0, 0, 1) == 0);
  assert(futex(&word, FUTEX_REQUEUE, 1, (const struct timespec*)1, &other, 0) == 0);
  assert(futex(&word, FUTEX_CMP_REQUEUE, 1, (const struct timespec*)1, &other, 1) == 0);
  errno = 0;
  assert(futex(&word, FUTEX_CMP_REQUEUE, 1, (const struct timespec*)1, &other, 0) == -1 && errno == EAGAIN);
  assert(syscall(SYS_gettid) == gettid());
  assert(syscall(SYS_sched_yield) == 0);
  return 0;
}
