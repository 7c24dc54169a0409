// sortnet(N): N threads sort 2 * N elements with Batcher's odd-even merge sort
// (Awaiting for Godot, Fig. 1 and Table I; Knuth, volume 3, algorithm 5.2.2 M).
//
// The comparators of a stage are dealt to the threads in turn. An element has a
// generation, how many comparators it has passed; a comparator waits for both
// of its elements to be of the generation that it needs. So all executions are
// equivalent: with awaits there is one.
//
// ONE_ROUND: waiting is an assumption, a loop that runs one round. To bound all
// loops alike, as --unroll does, would cut the network too.
#include "../threads.h"

enum { kElements = 2 * N };

static int elements[kElements];
static atomic_int generations[kElements];

static void waitFor(int element, int generation) {
#ifdef ONE_ROUND
  __VERIFIER_assume(atomic_load(&generations[element]) == generation);
#else
  while (atomic_load(&generations[element]) != generation)
    ;
#endif
}

static void pass(int low, int high, const int *needed) {
  waitFor(low, needed[low]);
  waitFor(high, needed[high]);
  if (elements[low] > elements[high]) {
    const int larger = elements[low];
    elements[low] = elements[high];
    elements[high] = larger;
  }
  atomic_store(&generations[low], needed[low] + 1);
  atomic_store(&generations[high], needed[high] + 1);
}

// The comparators (low, low + distance) where `wanted` is what `low` has of the
// bit `span`.
static void stage(int self, int span, int wanted, int distance, int *needed) {
  int turn = 0;
  for (int low = 0; low + distance < kElements; low++) {
    if ((low & span) != wanted) continue;
    if (turn % N == self) pass(low, low + distance, needed);
    needed[low]++;
    needed[low + distance]++;
    turn++;
  }
}

static void *sort(void *number) {
  int needed[kElements];
  for (int i = 0; i < kElements; i++) needed[i] = 0;
  int half = 1;
  while (2 * half < kElements) half *= 2;
  for (int span = half; span > 0; span /= 2) {
    int wanted = 0, distance = span;
    for (int above = half;; above /= 2) {
      stage(numberOf(number), span, wanted, distance, needed);
      if (above == span) break;
      distance = above - span;
      wanted = span;
    }
  }
  return 0;
}

int main(void) {
  for (int i = 0; i < kElements; i++) elements[i] = kElements - i;
  runThreads(N, sort);
  for (int i = 1; i < kElements; i++) assert(elements[i - 1] <= elements[i]);
  return 0;
}
