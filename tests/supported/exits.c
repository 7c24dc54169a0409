// The ways to end a program: the status is 0 only if handlers run, or do not, as they should.
// options: --exit-status
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <heddle/heddle.h>
#include <stdlib.h>
#include <unistd.h>

int __cxa_atexit(void (*handler)(void*), void* argument, void* library);

static int handled;

static void last(void) {
  assert(handled == 2);
  _exit(0);  // whatever the status was to be
}
static void second(void* argument) {
  assert(handled == 1 && argument == &handled);
  handled = 2;
}
static void first(void) { assert(++handled == 1); }
static void never(void) { _exit(9); }

int main(void) {
  errno = 0;
  assert(*__errno_location() == 0);
  errno = ENOENT;
  assert(*__errno_location() == ENOENT && &errno == __errno_location());
  switch (heddle_choose(5)) {
    case 0:  // handlers run in the opposite order
      assert(atexit(last) == 0 && __cxa_atexit(second, &handled, 0) == 0 && atexit(first) == 0);
      exit(3);
    case 1: assert(atexit(never) == 0); _exit(0);
    case 2: assert(atexit(never) == 0); _Exit(0);
    case 3: assert(atexit(never) == 0); quick_exit(0);
    default: return 0;
  }
}
