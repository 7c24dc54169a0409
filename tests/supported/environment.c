// The environment, the process and the machine, as far as a program may ask about them.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

extern char** __environ;

int main(void) {
  static char assignment[] = "HEDDLE_C=three";
  assert(getenv("HEDDLE_A") == 0 && secure_getenv("HEDDLE_A") == 0);
  assert(setenv("HEDDLE_A", "one", 0) == 0 && strcmp(getenv("HEDDLE_A"), "one") == 0);
  assert(setenv("HEDDLE_A", "two", 0) == 0 && strcmp(getenv("HEDDLE_A"), "one") == 0);
  assert(setenv("HEDDLE_A", "two", 1) == 0 && strcmp(secure_getenv("HEDDLE_A"), "two") == 0);
  assert(setenv("A=B", "", 1) == -1 && errno == EINVAL);
  assert(putenv(assignment) == 0 && strcmp(getenv("HEDDLE_C"), "three") == 0);
  assignment[strlen("HEDDLE_C=")] = 'T';  // it is the string itself
  assert(strcmp(getenv("HEDDLE_C"), "Three") == 0);
  int found = 0;
  for (char** entry = environ; *entry; ++entry) found += strcmp(*entry, "HEDDLE_A=two") == 0;
  assert(found == 1 && environ == __environ);
  assert(unsetenv("HEDDLE_A") == 0 && getenv("HEDDLE_A") == 0 && getenv("HEDDLE_C") != 0);
  assert(clearenv() == 0 && getenv("HEDDLE_C") == 0);

  assert(getpid() > 0 && getppid() > 0 && getpid() == getpid() && getppid() != getpid());
  assert(gettid() == getpid());  // of the first thread
  assert(getuid() == getuid());
  assert(sysconf(_SC_PAGESIZE) == getpagesize() && getpagesize() > 0);
  assert(sysconf(_SC_NPROCESSORS_ONLN) > 0 && sysconf(_SC_CLK_TCK) == 100);
  errno = 0;
  assert(sysconf(77777) == -1 && errno == EINVAL);
  return 0;
}
