// big1: a thread writes x and y in turn, three times each, another z and w; one
// reads all four in turn, twice, another once and then x and y again (after a
// test of GenMC).
#include "../threads.h"

static atomic_int variables[4];

static void readInTurn(int count) {
  for (int i = 0; i < count; i++) atomic_load_explicit(&variables[i % 4], ACQUIRE);
}

static void writeInTurn(int first) {
  for (int i = 0; i < 6; i++) atomic_store_explicit(&variables[first + i % 2], i / 2 + 1, RELEASE);
}

static void *run(void *number) {
  switch (numberOf(number)) {
    case 0: readInTurn(8); break;
    case 1: readInTurn(6); break;
    case 2: writeInTurn(0); break;
    case 3: writeInTurn(2); break;
  }
  return 0;
}

int main(void) {
  runThreads(4, run);
  return 0;
}
