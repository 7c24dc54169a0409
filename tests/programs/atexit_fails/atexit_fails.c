#include <assert.h>
#include <stdlib.h>

int done;

void check(void) {
  assert(done == 2);
}

int main(void) {
  atexit(check);
  done = 1;
  exit(3);
}
