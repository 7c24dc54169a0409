// Sums up an array again and again.
#include "array_work.h"

enum { kLength = 100000, kRounds = 1500 };

static void work(void) {
  int *const numbers = malloc(kLength * sizeof(int));
  for (int i = 0; i < kLength; i++) numbers[i] = i % 7;
  long sum = 0;
  for (int round = 0; round < kRounds; round++) {
    numbers[round] = 7;
    for (int i = 0; i < kLength; i++) sum += numbers[i];
  }
  assert(sum == 454501500);
  free(numbers);
}
