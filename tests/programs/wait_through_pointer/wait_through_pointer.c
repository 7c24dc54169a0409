// Assumes about what a call has read: through a pointer in plain memory, through one in a structure, and by a function
// that calls itself.
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

void __VERIFIER_assume(int condition);

struct Reader {
  int (*read)(int);
  int unused;
};

static atomic_int words[3];
static int (*reader)(int);

static int load(int i) { return words[i]; }

static int throughGlobal(int i) {
  reader = &load;
  return reader(i);
}

static int throughStructure(int i) {
  struct Reader here;
  here.read = &load;
  return here.read(i);
}

static int atSecond(int i) {
  static bool wasHere = false;
  if (!wasHere) {
    wasHere = true;
    return atSecond(i);
  }
  return load(i);
}

static void *set(void *unused) {
  (void)unused;
  for (int i = 0; i < 3; ++i)
    for (int value = 1; value <= 2; ++value) words[i] = value;
  return 0;
}

int main(void) {
  pthread_t setter;
  pthread_create(&setter, 0, set, 0);
  __VERIFIER_assume(throughGlobal(0) == 2 && throughStructure(1) == 2 && atSecond(2) == 2);
  pthread_join(setter, 0);
  reader = 0;  // where it is differs from run to run
  return 0;
}
