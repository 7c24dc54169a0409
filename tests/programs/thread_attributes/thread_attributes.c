#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <string.h>

void *named(void *unused) {
  int old = -1;
  assert(pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old) == 0 && old == PTHREAD_CANCEL_ENABLE);
  assert(pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, &old) == 0 && old == PTHREAD_CANCEL_DISABLE);
  assert(pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, &old) == 0 && old == PTHREAD_CANCEL_DEFERRED);
  pthread_testcancel();
  assert(pthread_setname_np(pthread_self(), "a name that is too long") == ERANGE);
  pthread_setname_np(pthread_self(), "worker");
  char name[16];
  assert(pthread_getname_np(pthread_self(), name, sizeof(name)) == 0 && strcmp(name, "worker") == 0);
  return unused;
}

int main(void) {
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  size_t bytes = 0;
  int value = -1;
  struct sched_param priority = {0};
  pthread_attr_setstacksize(&attributes, 1 << 20);
  pthread_attr_setguardsize(&attributes, 8192);
  pthread_attr_setinheritsched(&attributes, PTHREAD_EXPLICIT_SCHED);
  pthread_attr_setschedpolicy(&attributes, SCHED_RR);
  pthread_attr_getstacksize(&attributes, &bytes);
  assert(bytes == 1 << 20);
  pthread_attr_getguardsize(&attributes, &bytes);
  assert(bytes == 8192);
  pthread_attr_getinheritsched(&attributes, &value);
  assert(value == PTHREAD_EXPLICIT_SCHED);
  pthread_attr_getschedpolicy(&attributes, &value);
  assert(value == SCHED_RR);
  priority.sched_priority = 3;
  assert(pthread_attr_setschedparam(&attributes, &priority) == 0);
  pthread_t t;
  pthread_create(&t, &attributes, named, 0);
  pthread_attr_destroy(&attributes);
  pthread_setschedparam(t, SCHED_RR, &priority);
  assert(pthread_getschedparam(pthread_self(), &value, &priority) == 0 && priority.sched_priority == 0);
  pthread_join(t, 0);
}
