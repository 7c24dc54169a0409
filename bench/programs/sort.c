// Quicksort of numbers in no order.
#include "array_work.h"

enum { kLength = 500000, kRounds = 3 };

static void sort(int *numbers, long first, long last) {
  while (first < last) {
    const int pivot = numbers[first + (last - first) / 2];
    long i = first;
    long j = last;
    while (i <= j) {
      while (numbers[i] < pivot) i++;
      while (numbers[j] > pivot) j--;
      if (i > j) break;
      const int swapped = numbers[i];
      numbers[i++] = numbers[j];
      numbers[j--] = swapped;
    }
    sort(numbers, first, j);
    first = i;
  }
}

static void work(void) {
  int *const numbers = malloc(kLength * sizeof(int));
  unsigned state = 1;
  for (int round = 0; round < kRounds; round++) {
    for (int i = 0; i < kLength; i++) {
      state = state * 1664525u + 1013904223u;
      numbers[i] = (int)(state >> 8);
    }
    sort(numbers, 0, kLength - 1);
    for (int i = 1; i < kLength; i++) assert(numbers[i - 1] <= numbers[i]);
  }
  free(numbers);
}
