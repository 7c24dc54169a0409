#include "other.h"

static int mine;
atomic_int shared;

void addToShared(int n) {
  atomic_fetch_add(&shared, n);
  __atomic_fetch_add(&mine, 1, __ATOMIC_RELAXED);
}

int otherMine(void) { return mine; }
