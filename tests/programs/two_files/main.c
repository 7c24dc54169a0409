#include <assert.h>
#include <pthread.h>

#include "other.h"

static int mine = 1;

void *thread(void *unused) {
  addToShared(mine);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, thread, 0);
  addToShared(10);
  pthread_join(t, 0);
  assert(shared == 11 && otherMine() == 2 && mine == 1);
}
