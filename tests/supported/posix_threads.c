// Threads of POSIX: their attributes, names, scheduling, and what cancellation is without pthread_cancel.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdint.h>
#include <string.h>

#ifdef HEDDLE
int yield(void) __asm__("pthread_yield");  // glibc has it for old programs only
#else
static int yield(void) { return sched_yield(); }
#endif

static pthread_t started;

static void* returns(void* argument) {
  assert(pthread_equal(pthread_self(), started));
  return (char*)argument + 1;
}

static void* exits(void* argument) {
  pthread_exit((char*)argument + 2);
  return 0;
}

static void* detached(void* argument) { return argument; }

static void attributes(void) {
  pthread_attr_t attributes;
  int number;
  size_t size;
  struct sched_param parameters = {.sched_priority = 0};
  assert(pthread_attr_init(&attributes) == 0);
  assert(pthread_attr_getdetachstate(&attributes, &number) == 0 && number == PTHREAD_CREATE_JOINABLE);
  assert(pthread_attr_setdetachstate(&attributes, 77) == EINVAL);
  assert(pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED) == 0);
  assert(pthread_attr_getdetachstate(&attributes, &number) == 0 && number == PTHREAD_CREATE_DETACHED);
  assert(pthread_attr_setstacksize(&attributes, 1) == EINVAL);
  assert(pthread_attr_setstacksize(&attributes, 1 << 20) == 0);
  assert(pthread_attr_getstacksize(&attributes, &size) == 0 && size == 1 << 20);
  pthread_attr_t own;
  static _Alignas(65536) char stack[65536 * 2];
  void *bottom;
  assert(pthread_attr_init(&own) == 0 && pthread_attr_setstack(&own, stack, sizeof stack) == 0);
  assert(pthread_attr_getstack(&own, &bottom, &size) == 0 && bottom == stack && size == sizeof stack);
  assert(pthread_attr_destroy(&own) == 0 && pthread_getattr_np(pthread_self(), &own) == 0);
  assert(pthread_attr_getstack(&own, &bottom, &size) == 0);
  assert((char *)bottom < (char *)&own && (char *)&own < (char *)bottom + size);
  assert(pthread_attr_destroy(&own) == 0);
  assert(pthread_attr_setguardsize(&attributes, 8192) == 0);
  assert(pthread_attr_getguardsize(&attributes, &size) == 0 && size == 8192);
  assert(pthread_attr_setscope(&attributes, PTHREAD_SCOPE_SYSTEM) == 0);
  assert(pthread_attr_getscope(&attributes, &number) == 0 && number == PTHREAD_SCOPE_SYSTEM);
  assert(pthread_attr_setscope(&attributes, PTHREAD_SCOPE_PROCESS) == ENOTSUP);
  assert(pthread_attr_setinheritsched(&attributes, PTHREAD_INHERIT_SCHED) == 0);
  assert(pthread_attr_getinheritsched(&attributes, &number) == 0 && number == PTHREAD_INHERIT_SCHED);
  assert(pthread_attr_setschedpolicy(&attributes, 77) == EINVAL);
  assert(pthread_attr_setschedpolicy(&attributes, SCHED_OTHER) == 0);
  assert(pthread_attr_getschedpolicy(&attributes, &number) == 0 && number == SCHED_OTHER);
  assert(pthread_attr_setschedparam(&attributes, &parameters) == 0);
  parameters.sched_priority = 9;
  assert(pthread_attr_getschedparam(&attributes, &parameters) == 0 && parameters.sched_priority == 0);
  pthread_t thread;
  assert(pthread_create(&thread, &attributes, detached, 0) == 0);
  assert(pthread_attr_destroy(&attributes) == 0);
}

static void names(void) {
  char name[16] = "?";
  assert(pthread_setname_np(pthread_self(), "sixteen letters!") == ERANGE);
  assert(pthread_setname_np(pthread_self(), "fifteen letters") == 0);
  assert(pthread_getname_np(pthread_self(), name, sizeof name) == 0 && strcmp(name, "fifteen letters") == 0);
  assert(pthread_getname_np(pthread_self(), name, 4) == ERANGE);
}

static void scheduling(void) {
  cpu_set_t set;
  int policy = 77;
  struct sched_param parameters = {.sched_priority = 9};
  CPU_ZERO(&set);
  assert(pthread_getaffinity_np(pthread_self(), sizeof set, &set) == 0 && CPU_COUNT(&set) > 0);
  assert(pthread_setaffinity_np(pthread_self(), sizeof set, &set) == 0);
  cpu_set_t* large = CPU_ALLOC(2000);
  CPU_ZERO_S(CPU_ALLOC_SIZE(2000), large);
  CPU_SET_S(1999, CPU_ALLOC_SIZE(2000), large);
  assert(CPU_COUNT_S(CPU_ALLOC_SIZE(2000), large) == 1 && CPU_ISSET_S(1999, CPU_ALLOC_SIZE(2000), large));
  CPU_FREE(large);
  assert(pthread_getschedparam(pthread_self(), &policy, &parameters) == 0);
  assert(policy == SCHED_OTHER && parameters.sched_priority == 0);
  assert(pthread_setschedparam(pthread_self(), SCHED_OTHER, &parameters) == 0);
  assert(pthread_setschedprio(pthread_self(), 0) == 0);
  assert(pthread_getconcurrency() == 0);
  assert(pthread_setconcurrency(-1) == EINVAL);
  assert(pthread_setconcurrency(3) == 0);
  assert(pthread_getconcurrency() == 3);
  assert(yield() == 0);
}

static void cancellation(void) {
  int old = 77;
  assert(pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old) == 0 && old == PTHREAD_CANCEL_ENABLE);
  assert(pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, &old) == 0 && old == PTHREAD_CANCEL_DISABLE);
  assert(pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, &old) == 0 && old == PTHREAD_CANCEL_DEFERRED);
  assert(pthread_setcanceltype(PTHREAD_CANCEL_DEFERRED, &old) == 0 && old == PTHREAD_CANCEL_ASYNCHRONOUS);
  assert(pthread_setcancelstate(77, &old) == EINVAL);
  pthread_testcancel();
}

int main(void) {
  char bytes[4];
  void* result = 0;
  assert(pthread_create(&started, 0, returns, bytes) == 0);
  assert(!pthread_equal(pthread_self(), started));
  assert(pthread_join(started, &result) == 0 && result == bytes + 1);
  assert(pthread_create(&started, 0, exits, bytes) == 0);
  assert(pthread_join(started, &result) == 0 && result == bytes + 2);
  assert(pthread_create(&started, 0, detached, 0) == 0);
  assert(pthread_detach(started) == 0);
  attributes();
  names();
  scheduling();
  cancellation();
  return 0;
}
