#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

void *other(void *unused) {
  assert(errno == 0);
  errno = ENOENT;
  char *end;
  strtol("99999999999999999999999", &end, 10);
  assert(errno == ERANGE);
  return unused;
}

int main(int argc, char **argv) {
  pthread_t t;
  assert(argc == 1 && strlen(argv[0]) > 0 && argv[1] == 0);
  errno = EINTR;
  pthread_create(&t, 0, other, 0);
  pthread_join(t, 0);
  assert(errno == EINTR);
  assert(getenv("NO_SUCH_VARIABLE") == 0);
}
