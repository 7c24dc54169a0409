// big1: a thread writes x and y in turn, three times each, another z and w; one
// reads all four in turn, twice, another once and then x and y again (after a
// test of GenMC).
#include "each.h"

static atomic_int x, y, z, w;

#define LOAD_ALL() LOAD(x), LOAD(y), LOAD(z), LOAD(w)

static void *body0(void *unused) {
  LOAD_ALL();
  LOAD_ALL();
  return unused;
}

static void *body1(void *unused) {
  LOAD_ALL();
  LOAD(x);
  LOAD(y);
  return unused;
}

static void *body2(void *unused) {
  STORE(x, 1);
  STORE(y, 1);
  STORE(x, 2);
  STORE(y, 2);
  STORE(x, 3);
  STORE(y, 3);
  return unused;
}

static void *body3(void *unused) {
  STORE(z, 1);
  STORE(w, 1);
  STORE(z, 2);
  STORE(w, 2);
  STORE(z, 3);
  STORE(w, 3);
  return unused;
}

int main(void) {
  pthread_t thread;
  EACH_4(START)
  pthread_exit(0);
}
