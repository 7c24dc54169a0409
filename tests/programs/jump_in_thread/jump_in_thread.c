#include <heddle/heddle.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdatomic.h>

static atomic_int failures;

static void note(int *where) { ++*where; }

static void attempt(jmp_buf back, int n) {
  int local = 0;  // others may know of it, and it is gone after the jump
  note(&local);
  if (n == 0) longjmp(back, 3);
  attempt(back, n - 1);
  heddle_assert(0);
}

static void *worker(void *unused) {
  jmp_buf back;
  volatile int times = 0;
  const int found = setjmp(back);
  if (found == 0 || times < 2) {
    ++times;
    attempt(back, times);
  }
  heddle_assert(found == 3 && times == 2);
  failures++;
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  worker(0);
  pthread_join(t, 0);
  heddle_assert(failures == 2);
}
