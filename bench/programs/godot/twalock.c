// twalock(N): N threads take a ticket lock with a waiting array once each
// (Awaiting for Godot, Table I; the lock is that of Dice and Kogan, "TWA",
// Euro-Par 2019).
//
// A thread that is not next in line watches its slot of the array instead of
// the grant, which only the next one watches. A wait is an assumption.
#include "section.h"

enum { kSlots = 4, kNear = 1 };

static atomic_int ticket, grant, slots[kSlots];

static atomic_int *slotOf(int number) { return &slots[number % kSlots]; }

static void acquire(void) {
  const int mine = atomic_fetch_add_explicit(&ticket, 1, RELAXED);
  int ahead = mine - atomic_load_explicit(&grant, ACQUIRE);
  if (ahead == 0) return;
  while (ahead > kNear) {
    const int seen = atomic_load_explicit(slotOf(mine), ACQUIRE);
    ahead = mine - atomic_load_explicit(&grant, RELAXED);
    if (ahead <= kNear) break;
    __VERIFIER_assume(atomic_load_explicit(slotOf(mine), ACQUIRE) != seen);
    ahead = mine - atomic_load_explicit(&grant, RELAXED);
  }
  __VERIFIER_assume(atomic_load_explicit(&grant, ACQUIRE) == mine);
}

static void release(void) {
  const int next = atomic_load_explicit(&grant, RELAXED) + 1;
  atomic_store_explicit(&grant, next, RELEASE);
  atomic_fetch_add_explicit(slotOf(next + kNear), 1, RELEASE);
}

static void *enter(void *number) {
  acquire();
  inSection(numberOf(number));
  release();
  return 0;
}

int main(void) {
  runThreads(N, enter);
  return 0;
}
