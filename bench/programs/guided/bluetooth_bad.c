// bluetooth_bad: a driver is stopped while a request comes in (Qadeer and Wu,
// "KISS: Keep it simple and sequential", PLDI 2004; BluetoothBad of Kusano and
// Wang, ASE 2014, Table 2).
//
// pending counts the requests, and one more until the driver stops; whoever
// takes it to 0 says so, which is what the stop waits for. Between the look at
// isStopping and the increment the driver may stop, and the request finds it
// stopped: the assertion can fail.
//
// Each part says how far it is and looks once at the other, for a log. No
// assertion depends on that: 28 traces with it, 7 without.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { kIdle, kBegun, kRefused, kDone };

static atomic_int isStopping, isStopped, isDrained, pending = 1;
static atomic_int requestStatus, stopStatus;

static int enter(void) {
  if (atomic_load(&isStopping)) return 0;
  atomic_fetch_add(&pending, 1);
  return 1;
}

static void leave(void) {
  if (atomic_fetch_sub(&pending, 1) == 1) atomic_store(&isDrained, 1);
}

static void request(void) {
  atomic_store(&requestStatus, kBegun);
  const int hasEntered = enter();
  if (hasEntered) {
    assert(!atomic_load(&isStopped));
    leave();
  }
  atomic_store(&requestStatus, hasEntered ? kDone : kRefused);
  (void)atomic_load(&stopStatus);
}

static void *stop(void *unused) {
  (void)atomic_load(&requestStatus);
  atomic_store(&isStopping, 1);
  leave();
  while (!atomic_load(&isDrained))
    ;
  atomic_store(&isStopped, 1);
  atomic_store(&stopStatus, kDone);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, stop, 0);
  request();
  pthread_join(thread, 0);
  return 0;
}
