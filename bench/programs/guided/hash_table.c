// hash_table(THREADS, OPERATIONS): a concurrent hash table with open addressing.
// A key takes a slot by compare-exchange, at the next one when the first is
// taken, and keeps it for good; its value is put, replaced and removed in place,
// where a tombstone stands for a value that was removed. When no slot is free
// within the probe limit the key goes to the next generation, a larger table
// behind the first (in the manner of the tables of nbds, which Kusano and Wang
// check in ASE 2014, Table 2).
//
// The threads work on a few keys that they share, so that nearly every operation
// meets those of the others: in the slots, at the clock, in the log, the hints
// and the statistics. There are far too many traces to explore.
//
// The 24 assertions look at little of that. Most are about what a thread
// computes by itself before it touches the table: hashes, slots to probe, what a
// request is made of. Others are about the numbers that threads draw when they
// start, 3! orders of them for 3 threads, and about the totals that they add up
// under a mutex when they are done, again 3!. Nothing that is found in the table
// decides about any of them.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>

#ifndef THREADS
#define THREADS 3
#endif
#ifndef OPERATIONS
#define OPERATIONS 8  // of each thread
#endif
#ifndef WORDS
#define WORDS 6  // what the keys are made from; all threads use the same
#endif
#ifndef PROBES
#define PROBES 3  // slots of a generation that a key may take, at most 4
#endif
#ifndef ATTEMPTS
#define ATTEMPTS 2  // at a value that others change, before an operation gives up
#endif

#define RELAXED memory_order_relaxed
#define ACQUIRE memory_order_acquire
#define RELEASE memory_order_release
#define ACQ_REL memory_order_acq_rel

enum {
  kGenerations = 2,
  kFirstCapacity = 4,
  kGrowth = 2,  // each generation is so many times as large as the one before
  kAllSlots = kFirstCapacity + kGrowth * kFirstCapacity,
  kNowhere = -1,
  kStripes = 4,
  kHints = 4,
  kLogSlots = 8,
};

// Keys and values are words. Two values of each have a meaning of their own.
enum { kEmptyKey = 0 };
#define RESERVED_KEY UINT32_MAX
enum { kNoValue = 0 };
#define TOMBSTONE UINT32_MAX

enum Kind { kGet, kPut, kPutIfAbsent, kAdd, kRemove, kScan, kKinds };

// ---------------------------------------------------------------- Numbers

// Each step can be undone, so that different words have different keys.
static uint32_t mix(uint32_t x) {
  x ^= x >> 16;
  x *= 0x7feb352dU;
  x ^= x >> 15;
  x *= 0x846ca68bU;
  x ^= x >> 16;
  return x;
}

static uint32_t unmix(uint32_t x) {
  x ^= x >> 16;
  x *= 0x43021123U;
  x ^= x >> 15 ^ x >> 30;
  x *= 0x1d69e2a5U;
  x ^= x >> 16;
  return x;
}

static int isPowerOfTwo(uint32_t x) { return x != 0 && (x & (x - 1)) == 0; }

// Seven bits of a key, never 0, for hints and stripes.
static uint32_t fingerprintOf(uint32_t key) {
  const uint32_t bits = key >> 25;
  return bits == 0 ? 1 : bits;
}

// Each thread has its own source of numbers, so that it does the same in every
// execution.
struct Random {
  uint32_t state;
};

static void seed(struct Random *random, int thread) { random->state = 0x9e3779b9U * (uint32_t)(thread + 1); }

static uint32_t draw(struct Random *random, uint32_t limit) {
  uint32_t x = random->state;
  assert(x != 0);
  x ^= x << 13;
  x ^= x >> 17;
  x ^= x << 5;
  random->state = x;
  return (x >> 8) % limit;
}

// ---------------------------------------------------------------- Shape

// Where a generation lies in the arrays, and how large it is. Set once, before
// the threads start.
struct Shape {
  uint32_t first;
  uint32_t capacity;
  uint32_t mask;
};

static struct Shape shapes[kGenerations];

static void initialiseShapes(void) {
  uint32_t first = 0;
  uint32_t capacity = kFirstCapacity;
  for (int g = 0; g < kGenerations; g++) {
    assert(isPowerOfTwo(capacity));
    shapes[g].first = first;
    shapes[g].capacity = capacity;
    shapes[g].mask = capacity - 1;
    first += capacity;
    capacity *= kGrowth;
  }
  assert(first == kAllSlots);
}

// ---------------------------------------------------------------- Requests

// The slots to probe for a key, best first. They are worked out before the
// table is touched, so that the operations have nothing to compute.
struct Plan {
  uint32_t slots[kGenerations * PROBES];
};

struct Request {
  enum Kind kind;
  uint32_t word;
  uint32_t key;
  uint32_t value;
  uint32_t fingerprint;
};

static uint32_t keyOf(uint32_t word) {
  const uint32_t key = mix(word + 1);
  assert(key != kEmptyKey);
  assert(key != RESERVED_KEY);
  assert(unmix(key) == word + 1);
  return key;
}

static void makePlan(struct Plan *plan, uint32_t key) {
  uint32_t count = 0;
  for (int g = 0; g < kGenerations; g++) {
    const struct Shape shape = shapes[g];
    assert(shape.mask + 1 == shape.capacity);
    const uint32_t home = key & shape.mask;
    assert(home < shape.capacity);
    for (uint32_t distance = 0; distance < PROBES; distance++) {
      const uint32_t slot = shape.first + ((home + distance) & shape.mask);
      assert(slot >= shape.first && slot < shape.first + shape.capacity);
      plan->slots[count] = slot;
      count++;
    }
  }
  assert(count == kGenerations * PROBES);
}

// No slot of a plan comes twice: a key that is not at one of them is nowhere.
static void checkPlan(const struct Plan *plan) {
  for (int i = 0; i < kGenerations * PROBES; i++) {
    assert(plan->slots[i] < kAllSlots);
    for (int j = 0; j < i; j++) assert(plan->slots[i] != plan->slots[j]);
  }
}

static struct Request makeRequest(struct Random *random, int thread, int number) {
  struct Request request;
  request.kind = (enum Kind)draw(random, kKinds);
  request.word = draw(random, WORDS);
  request.key = keyOf(request.word);
  request.value = (uint32_t)(thread + 1) * 1000 + (uint32_t)number + 1;
  request.fingerprint = fingerprintOf(request.key);
  return request;
}

static void checkRequest(const struct Request *request) {
  assert(request->kind < kKinds);
  assert(request->word < WORDS);
  assert(request->value != kNoValue && request->value != TOMBSTONE);
  assert(request->fingerprint > 0 && request->fingerprint < 128);
}

// ---------------------------------------------------------------- Statistics

// Written by all, read by those who are curious. No operation depends on them,
// so that nothing is lost if an update gets lost.
static atomic_uint now;           // counts operations that found a slot
static atomic_uint live, peak;    // values that are there, and the most there were
static atomic_uint dead;          // tombstones
static atomic_uint hits, misses;  // of those that look for a key
static atomic_uint lost;          // exchanges that failed
static atomic_uint full;          // keys that found no slot
static atomic_uint meanProbes;    // a moving average, in sixteenths

static void notePeak(uint32_t count) {
  if (count > atomic_load_explicit(&peak, RELAXED)) atomic_store_explicit(&peak, count, RELAXED);
}

static void noteLive(void) { notePeak(atomic_fetch_add_explicit(&live, 1, RELAXED) + 1); }

static void noteDead(void) {
  atomic_fetch_sub_explicit(&live, 1, RELAXED);
  atomic_fetch_add_explicit(&dead, 1, RELAXED);
}

static void noteProbes(uint32_t probes) {
  const uint32_t mean = atomic_load_explicit(&meanProbes, RELAXED);
  atomic_store_explicit(&meanProbes, mean - mean / 8 + probes * 2, RELAXED);
}

static void noteLookup(int isFound) {
  if (isFound) {
    atomic_fetch_add_explicit(&hits, 1, RELAXED);
  } else {
    atomic_fetch_add_explicit(&misses, 1, RELAXED);
  }
}

// What happened last: the entries before are overwritten.
static atomic_uint logEnd;
static atomic_uint logEntries[kLogSlots];

static void logEvent(uint32_t kind, uint32_t thread, uint32_t result) {
  const uint32_t end = atomic_fetch_add_explicit(&logEnd, 1, RELAXED);
  atomic_store_explicit(&logEntries[end % kLogSlots], kind << 24 | thread << 16 | (result & 0xffff), RELAXED);
}

// How often each part of the keys is asked for. One mutex a stripe, in place of
// atomics, since each has two numbers that belong together.
struct Stripe {
  uint32_t requests;
  uint32_t lastKey;
};

static pthread_mutex_t stripeLocks[kStripes];
static struct Stripe stripes[kStripes];

static void noteRequest(const struct Request *request) {
  const uint32_t stripe = request->fingerprint % kStripes;
  assert(stripe < kStripes);
  pthread_mutex_lock(&stripeLocks[stripe]);
  stripes[stripe].requests++;
  stripes[stripe].lastKey = request->key;
  pthread_mutex_unlock(&stripeLocks[stripe]);
}

// ---------------------------------------------------------------- The table

// Slot by slot: a key stays where it is, its value comes and goes.
static atomic_uint keys[kAllSlots];
static atomic_uint values[kAllSlots];
static atomic_uint lastUsed[kAllSlots];  // the time of the last operation on it

// For some keys, the slot where they were found last, plus one. May be wrong.
static atomic_uint hints[kHints];

static int isValue(uint32_t value) { return value != kNoValue && value != TOMBSTONE; }

static void touch(int slot) {
  const uint32_t time = atomic_fetch_add_explicit(&now, 1, RELAXED) + 1;
  atomic_store_explicit(&lastUsed[slot], time, RELAXED);
}

// The slot that the hint names, if the key is there.
static int tryHint(const struct Request *request) {
  const uint32_t hint = atomic_load_explicit(&hints[request->fingerprint % kHints], RELAXED);
  if (hint == 0) return kNowhere;
  const int slot = (int)hint - 1;
  return atomic_load_explicit(&keys[slot], ACQUIRE) == request->key ? slot : kNowhere;
}

static void leaveHint(const struct Request *request, int slot) {
  atomic_store_explicit(&hints[request->fingerprint % kHints], (uint32_t)slot + 1, RELAXED);
}

// A slot that is empty ends the search: had the key come by, it would have taken
// it, and slots do not become empty again.
static int findSlot(const struct Request *request, const struct Plan *plan) {
  const int hinted = tryHint(request);
  if (hinted != kNowhere) return hinted;
  for (uint32_t i = 0; i < kGenerations * PROBES; i++) {
    const uint32_t slot = plan->slots[i];
    const uint32_t key = atomic_load_explicit(&keys[slot], ACQUIRE);
    if (key == kEmptyKey) break;
    if (key != request->key) continue;
    noteProbes(i + 1);
    leaveHint(request, (int)slot);
    return (int)slot;
  }
  return kNowhere;
}

// The same, but the key takes the slot that is empty.
static int claimSlot(const struct Request *request, const struct Plan *plan) {
  for (uint32_t i = 0; i < kGenerations * PROBES; i++) {
    const uint32_t slot = plan->slots[i];
    uint32_t key = atomic_load_explicit(&keys[slot], ACQUIRE);
    if (key == kEmptyKey) {
      if (atomic_compare_exchange_strong_explicit(&keys[slot], &key, request->key, ACQ_REL, ACQUIRE)) {
        noteProbes(i + 1);
        return (int)slot;
      }
      atomic_fetch_add_explicit(&lost, 1, RELAXED);  // who was faster may have brought the same key
    }
    if (key == request->key) {
      noteProbes(i + 1);
      return (int)slot;
    }
  }
  atomic_fetch_add_explicit(&full, 1, RELAXED);
  return kNowhere;
}

// ---------------------------------------------------------------- Operations

// Each returns the value that was there before, kNoValue if there was none.

static uint32_t get(const struct Request *request, const struct Plan *plan) {
  const int slot = findSlot(request, plan);
  noteLookup(slot != kNowhere);
  if (slot == kNowhere) return kNoValue;
  touch(slot);
  const uint32_t value = atomic_load_explicit(&values[slot], ACQUIRE);
  return isValue(value) ? value : kNoValue;
}

static uint32_t put(const struct Request *request, const struct Plan *plan) {
  const int slot = claimSlot(request, plan);
  if (slot == kNowhere) return kNoValue;
  touch(slot);
  const uint32_t before = atomic_exchange_explicit(&values[slot], request->value, ACQ_REL);
  if (isValue(before)) return before;
  noteLive();
  return kNoValue;
}

static uint32_t putIfAbsent(const struct Request *request, const struct Plan *plan) {
  const int slot = claimSlot(request, plan);
  if (slot == kNowhere) return kNoValue;
  touch(slot);
  uint32_t seen = atomic_load_explicit(&values[slot], ACQUIRE);
  for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
    if (isValue(seen)) return seen;
    if (atomic_compare_exchange_strong_explicit(&values[slot], &seen, request->value, ACQ_REL, ACQUIRE)) {
      noteLive();
      return kNoValue;
    }
    atomic_fetch_add_explicit(&lost, 1, RELAXED);
  }
  return kNoValue;
}

// Adds to the value, or puts it there.
static uint32_t add(const struct Request *request, const struct Plan *plan) {
  const int slot = claimSlot(request, plan);
  if (slot == kNowhere) return kNoValue;
  touch(slot);
  uint32_t seen = atomic_load_explicit(&values[slot], ACQUIRE);
  for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
    const int wasThere = isValue(seen);
    const uint32_t sum = wasThere ? seen + request->value : request->value;
    if (atomic_compare_exchange_strong_explicit(&values[slot], &seen, sum, ACQ_REL, ACQUIRE)) {
      if (wasThere) return seen;
      noteLive();
      return kNoValue;
    }
    atomic_fetch_add_explicit(&lost, 1, RELAXED);
  }
  return kNoValue;
}

static uint32_t removeKey(const struct Request *request, const struct Plan *plan) {
  const int slot = findSlot(request, plan);
  noteLookup(slot != kNowhere);
  if (slot == kNowhere) return kNoValue;
  touch(slot);
  uint32_t seen = atomic_load_explicit(&values[slot], ACQUIRE);
  for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
    if (!isValue(seen)) return kNoValue;
    if (atomic_compare_exchange_strong_explicit(&values[slot], &seen, TOMBSTONE, ACQ_REL, ACQUIRE)) {
      noteDead();
      return seen;
    }
    atomic_fetch_add_explicit(&lost, 1, RELAXED);
  }
  return kNoValue;
}

// The sum of all values, some of which may change meanwhile.
static uint32_t scan(void) {
  uint32_t sum = 0;
  for (int slot = 0; slot < kAllSlots; slot++) {
    if (atomic_load_explicit(&keys[slot], ACQUIRE) == kEmptyKey) continue;
    const uint32_t value = atomic_load_explicit(&values[slot], ACQUIRE);
    if (isValue(value)) sum += value;
  }
  return sum;
}

static uint32_t perform(const struct Request *request, const struct Plan *plan) {
  switch (request->kind) {
    case kGet: return get(request, plan);
    case kPut: return put(request, plan);
    case kPutIfAbsent: return putIfAbsent(request, plan);
    case kAdd: return add(request, plan);
    case kRemove: return removeKey(request, plan);
    default: return scan();
  }
}

// ---------------------------------------------------------------- Threads

// What the threads have done, added up when they end. It depends on what they
// were asked to do, and not on what they found.
static pthread_mutex_t totalsLock;
static uint32_t finished;
static uint32_t totalOperations;
static uint32_t totalByKind[kKinds];

// What the last operation of each thread found, for the report.
static atomic_uint lastResults[THREADS];

static atomic_int registered;

// A thread's own count of what it did.
struct Tally {
  uint32_t byKind[kKinds];
};

static uint32_t sumOf(const struct Tally *tally) {
  uint32_t sum = 0;
  for (int kind = 0; kind < kKinds; kind++) sum += tally->byKind[kind];
  return sum;
}

static void addToTotals(const struct Tally *tally, uint32_t operations) {
  pthread_mutex_lock(&totalsLock);
  const uint32_t place = ++finished;
  totalOperations += operations;
  for (int kind = 0; kind < kKinds; kind++) totalByKind[kind] += tally->byKind[kind];
  pthread_mutex_unlock(&totalsLock);
  assert(place <= THREADS);
}

static void *work(void *argument) {
  const int thread = (int)(intptr_t)argument;
  assert(thread >= 0 && thread < THREADS);
  const int ticket = atomic_fetch_add_explicit(&registered, 1, ACQ_REL);
  assert(ticket >= 0 && ticket < THREADS);

  struct Random random;
  seed(&random, thread);
  struct Tally tally;
  for (int kind = 0; kind < kKinds; kind++) tally.byKind[kind] = 0;

  for (int i = 0; i < OPERATIONS; i++) {
    const struct Request request = makeRequest(&random, thread, i);
    checkRequest(&request);
    struct Plan plan;
    makePlan(&plan, request.key);
    checkPlan(&plan);
    noteRequest(&request);
    tally.byKind[request.kind]++;

    const uint32_t found = perform(&request, &plan);
    atomic_store_explicit(&lastResults[thread], found, RELAXED);
    logEvent(request.kind, (uint32_t)thread, found);
  }

  assert(sumOf(&tally) == OPERATIONS);
  addToTotals(&tally, OPERATIONS);
  return 0;
}

// ---------------------------------------------------------------- Report

static void checkTotals(void) {
  assert(finished == THREADS);
  assert(totalOperations == THREADS * OPERATIONS);
  uint32_t sum = 0;
  for (int kind = 0; kind < kKinds; kind++) sum += totalByKind[kind];
  assert(sum == totalOperations);
}

static void printTable(void) {
  for (int slot = 0; slot < kAllSlots; slot++) {
    const uint32_t key = atomic_load_explicit(&keys[slot], RELAXED);
    if (key == kEmptyKey) continue;
    const uint32_t value = atomic_load_explicit(&values[slot], RELAXED);
    const uint32_t used = atomic_load_explicit(&lastUsed[slot], RELAXED);
    if (value == TOMBSTONE) {
      printf("  slot %2d  key %08x  removed, used at %u\n", slot, key, used);
    } else {
      printf("  slot %2d  key %08x  value %u, used at %u\n", slot, key, value, used);
    }
  }
}

static void printStatistics(void) {
  printf("  values: %u, at most %u; tombstones made: %u\n", atomic_load_explicit(&live, RELAXED),
         atomic_load_explicit(&peak, RELAXED), atomic_load_explicit(&dead, RELAXED));
  printf("  lookups: %u found, %u not\n", atomic_load_explicit(&hits, RELAXED), atomic_load_explicit(&misses, RELAXED));
  printf("  exchanges lost: %u, keys without a slot: %u\n", atomic_load_explicit(&lost, RELAXED),
         atomic_load_explicit(&full, RELAXED));
  printf("  probes: about %u/16\n", atomic_load_explicit(&meanProbes, RELAXED));
  for (int stripe = 0; stripe < kStripes; stripe++) {
    printf("  stripe %d: %u requests, the last for %08x\n", stripe, stripes[stripe].requests, stripes[stripe].lastKey);
  }
}

static void printLog(void) {
  const uint32_t end = atomic_load_explicit(&logEnd, RELAXED);
  for (uint32_t i = end < kLogSlots ? 0 : end - kLogSlots; i < end; i++) {
    const uint32_t entry = atomic_load_explicit(&logEntries[i % kLogSlots], RELAXED);
    printf("  event %2u: kind %u, thread %u, result %u\n", i, entry >> 24, entry >> 16 & 0xff, entry & 0xffff);
  }
  for (int thread = 0; thread < THREADS; thread++) {
    printf("  thread %d found %u at last\n", thread, atomic_load_explicit(&lastResults[thread], RELAXED));
  }
}

int main(void) {
  pthread_t threads[THREADS];
  initialiseShapes();
  pthread_mutex_init(&totalsLock, 0);
  for (int i = 0; i < kStripes; i++) pthread_mutex_init(&stripeLocks[i], 0);

  for (intptr_t i = 0; i < THREADS; i++) pthread_create(&threads[i], 0, work, (void *)i);
  for (int i = 0; i < THREADS; i++) pthread_join(threads[i], 0);

  checkTotals();
  printTable();
  printStatistics();
  printLog();
  return 0;
}
