// caching_allocator(THREADS, OPERATIONS): an allocator with a cache for each
// thread, over one static arena (as nedmalloc, which Kusano and Wang check in ASE
// 2014, Table 2, and others of its kind). Blocks come in a few sizes. A thread
// allocates from its cache and releases into it, without a lock. Only when the
// cache has none of a size, or too many, it gets a batch from the central list of
// that size, or gives one back, under the mutex of that list.
//
// Between these, the threads share only what is counted and recorded for
// the report: bytes in use and their peak, who used which block when, the last
// events. Each allocation adds to that, and each meets those of the others.
//
// The assertions say that blocks are of the right size, lie in the arena as they
// should, are in no two hands, and hold what was written there. All of it
// follows from which blocks a thread has got in which batch. So what matters is
// in which order the threads come to each of the central lists: 54 ways, since
// they seldom come there.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#ifndef THREADS
#define THREADS 2
#endif
#ifndef OPERATIONS
#define OPERATIONS 10  // of each thread
#endif
#ifndef HELD
#define HELD 4  // blocks that a thread has at a time, at most
#endif
#ifndef BATCH
#define BATCH 2
#endif
#ifndef SEED
#define SEED 3U  // one with which caches get full and blocks of all sizes are used
#endif

#define RELAXED memory_order_relaxed
#define ACQUIRE memory_order_acquire
#define RELEASE memory_order_release
#define ACQ_REL memory_order_acq_rel

enum {
  kNone = -1,
  kClasses = 3,
  kSmallest = 16,  // bytes of a block of the first class; each other has twice the one before
  kLargest = kSmallest << (kClasses - 1),
  kAlignment = 16,
  kCacheSlots = BATCH + 1,  // of each class
  // So many that no thread finds too few: all have full caches and full hands,
  // and one more block while they resize another.
  kClassBlocks = THREADS * (kCacheSlots + HELD + 1),
  kAllBlocks = kClasses * kClassBlocks,
  kArenaBytes = kClassBlocks * kSmallest * ((1 << kClasses) - 1),
  kEvents = 8,
};

// ---------------------------------------------------------------- The arena

// First all blocks of the first class, then those of the second, and so on. A
// block is known by its number, counted through all classes.
static _Alignas(64) uint8_t arena[kArenaBytes];

// The following only compute with numbers.

static int classFor(int bytes) {
  assert(bytes > 0 && bytes <= kLargest);
  int class = 0;
  while (kSmallest << class < bytes) class ++;
  assert(class < kClasses);
  return class;
}

static int bytesOf(int class) { return kSmallest << class; }

static int firstBlockOf(int class) { return class * kClassBlocks; }

// Where the blocks of a class begin.
static int offsetOf(int class) { return kClassBlocks * kSmallest * ((1 << class) - 1); }

static int classOf(int block) { return block / kClassBlocks; }

static int placeOf(int block) {
  const int class = classOf(block);
  return offsetOf(class) + (block - firstBlockOf(class)) * bytesOf(class);
}

// That a block is one of a class, and lies where such a block may lie.
static void checkBlock(int block, int class) {
  assert(block >= firstBlockOf(class) && block < firstBlockOf(class) + kClassBlocks);
  const int place = placeOf(block);
  assert(place >= 0 && place + bytesOf(class) <= kArenaBytes);
  assert((place - offsetOf(class)) % bytesOf(class) == 0);
  assert((uintptr_t)&arena[place] % kAlignment == 0);
}

// ---------------------------------------------------------------- Statistics

// For the report, and for who wants to see how it goes. Updates may get lost.
static atomic_int now;
static atomic_int bytesInUse, bytesAtPeak;
static atomic_int bytesWasted;  // by rounding up, a moving average in sixteenths
static atomic_int allocatedOf[kClasses];
static atomic_int busiestClass;
static atomic_int lastUsed[kAllBlocks];  // when
static atomic_int cachedBy[THREADS];     // blocks in the cache of a thread
static atomic_int fullestCache;

static int tick(void) { return atomic_fetch_add_explicit(&now, 1, RELAXED) + 1; }

static void raiseTo(atomic_int *maximum, int value) {
  if (value > atomic_load_explicit(maximum, RELAXED)) atomic_store_explicit(maximum, value, RELAXED);
}

// The class of which most blocks were allocated.
static void noteClass(int class) {
  const int count = atomic_fetch_add_explicit(&allocatedOf[class], 1, RELAXED) + 1;
  const int busiest = atomic_load_explicit(&busiestClass, RELAXED);
  if (busiest == class) return;
  if (count > atomic_load_explicit(&allocatedOf[busiest], RELAXED))
    atomic_store_explicit(&busiestClass, class, RELAXED);
}

static void noteWaste(int bytes) {
  const int average = atomic_load_explicit(&bytesWasted, RELAXED);
  atomic_store_explicit(&bytesWasted, average - average / 4 + 4 * bytes, RELAXED);
}

// The fullest cache of all, as far as the threads have told.
static void noteCached(int thread, int blocks) {
  atomic_store_explicit(&cachedBy[thread], blocks, RELAXED);
  int most = 0;
  for (int i = 0; i < THREADS; i++) {
    const int others = atomic_load_explicit(&cachedBy[i], RELAXED);
    if (others > most) most = others;
  }
  raiseTo(&fullestCache, most);
}

enum Event { kAllocate, kRelease, kResize };

// The last events, oldest overwritten first.
static atomic_uint eventsEnd;
static atomic_uint events[kEvents];

static void record(enum Event event, int thread, int block) {
  const unsigned end = atomic_fetch_add_explicit(&eventsEnd, 1, RELAXED);
  const unsigned item = (unsigned)event << 24 | (unsigned)thread << 16 | (unsigned)block;
  atomic_store_explicit(&events[end % kEvents], item, RELAXED);
}

static void noteAllocated(int thread, int block, int class, int wanted) {
  raiseTo(&bytesAtPeak, atomic_fetch_add_explicit(&bytesInUse, bytesOf(class), RELAXED) + bytesOf(class));
  noteClass(class);
  noteWaste(bytesOf(class) - wanted);
  atomic_store_explicit(&lastUsed[block], tick(), RELAXED);
  record(kAllocate, thread, block);
}

static void noteReleased(int thread, int block, int class) {
  atomic_fetch_sub_explicit(&bytesInUse, bytesOf(class), RELAXED);
  atomic_store_explicit(&lastUsed[block], tick(), RELAXED);
  record(kRelease, thread, block);
}

// ---------------------------------------------------------------- Central lists

// Of each class the blocks that are in no cache and in no hand. A block's link
// is that to the next in the list, and belongs to the lock of its class.
static pthread_mutex_t centralLocks[kClasses];
static int centralFirst[kClasses];
static int centralCount[kClasses];
static int links[kAllBlocks];

// How often each list was used, under its lock; for the report.
static int batchesTaken[kClasses], batchesGiven[kClasses];

static void initialiseCentral(void) {
  for (int class = 0; class < kClasses; class ++) {
    pthread_mutex_init(&centralLocks[class], 0);
    const int first = firstBlockOf(class);
    centralFirst[class] = first;
    centralCount[class] = kClassBlocks;
    for (int i = 0; i < kClassBlocks; i++) {
      checkBlock(first + i, class);
      links[first + i] = i + 1 < kClassBlocks ? first + i + 1 : kNone;
    }
  }
}

// Up to BATCH blocks; says how many.
static int takeBatch(int class, int *blocks) {
  int count = 0;
  pthread_mutex_lock(&centralLocks[class]);
  while (count < BATCH && centralFirst[class] != kNone) {
    const int block = centralFirst[class];
    centralFirst[class] = links[block];
    links[block] = kNone;
    blocks[count] = block;
    count++;
  }
  centralCount[class] -= count;
  const int left = centralCount[class];
  batchesTaken[class]++;
  pthread_mutex_unlock(&centralLocks[class]);
  assert(left >= 0 && left + count <= kClassBlocks);
  return count;
}

static void giveBatch(int class, const int *blocks, int count) {
  pthread_mutex_lock(&centralLocks[class]);
  for (int i = 0; i < count; i++) {
    links[blocks[i]] = centralFirst[class];
    centralFirst[class] = blocks[i];
  }
  centralCount[class] += count;
  const int there = centralCount[class];
  batchesGiven[class]++;
  pthread_mutex_unlock(&centralLocks[class]);
  assert(there >= count && there <= kClassBlocks);
}

// ---------------------------------------------------------------- Caches

// Of one class, the block that was released last on top.
struct Stack {
  int count;
  int blocks[kCacheSlots];
};

struct Cache {
  int thread;
  struct Stack stacks[kClasses];
};

static void initialiseCache(struct Cache *cache, int thread) {
  cache->thread = thread;
  for (int class = 0; class < kClasses; class ++) cache->stacks[class].count = 0;
}

static int countCached(const struct Cache *cache) {
  int count = 0;
  for (int class = 0; class < kClasses; class ++) count += cache->stacks[class].count;
  return count;
}

// That no block lies in the cache twice, or in a stack of another class.
static void checkCache(const struct Cache *cache) {
  for (int class = 0; class < kClasses; class ++) {
    const struct Stack *const stack = &cache->stacks[class];
    assert(stack->count >= 0 && stack->count <= kCacheSlots);
    for (int i = 0; i < stack->count; i++) {
      checkBlock(stack->blocks[i], class);
      for (int j = 0; j < i; j++) assert(stack->blocks[i] != stack->blocks[j]);
    }
  }
}

static void refill(struct Cache *cache, int class) {
  struct Stack *const stack = &cache->stacks[class];
  assert(stack->count == 0);
  const int count = takeBatch(class, stack->blocks);
  assert(count >= 1 && count <= BATCH);
  stack->count = count;
  noteCached(cache->thread, countCached(cache));
}

// Gives back what lies lowest, which was not used for the longest time.
static void flush(struct Cache *cache, int class, int count) {
  struct Stack *const stack = &cache->stacks[class];
  assert(count > 0 && count <= stack->count);
  giveBatch(class, stack->blocks, count);
  stack->count -= count;
  for (int i = 0; i < stack->count; i++) stack->blocks[i] = stack->blocks[i + count];
  noteCached(cache->thread, countCached(cache));
}

static void flushAll(struct Cache *cache) {
  for (int class = 0; class < kClasses; class ++) {
    if (cache->stacks[class].count > 0) flush(cache, class, cache->stacks[class].count);
  }
}

// ---------------------------------------------------------------- Allocation

// Whose hand a block is in: the number of the thread, plus one.
static atomic_int owners[kAllBlocks];

static int allocate(struct Cache *cache, int bytes) {
  const int class = classFor(bytes);
  assert(bytesOf(class) >= bytes);
  assert(class == 0 || bytesOf(class - 1) < bytes);
  struct Stack *const stack = &cache->stacks[class];
  if (stack->count == 0) refill(cache, class);
  stack->count--;
  const int block = stack->blocks[stack->count];
  checkBlock(block, class);
  const int before = atomic_exchange_explicit(&owners[block], cache->thread + 1, ACQ_REL);
  assert(before == 0);
  noteAllocated(cache->thread, block, class, bytes);
  return block;
}

static void release(struct Cache *cache, int block) {
  const int class = classOf(block);
  checkBlock(block, class);
  const int before = atomic_exchange_explicit(&owners[block], 0, ACQ_REL);
  assert(before == cache->thread + 1);
  struct Stack *const stack = &cache->stacks[class];
  if (stack->count == kCacheSlots) flush(cache, class, BATCH);
  assert(stack->count < kCacheSlots);
  stack->blocks[stack->count] = block;
  stack->count++;
  noteReleased(cache->thread, block, class);
}

// ---------------------------------------------------------------- What is held

// A block that a thread uses, and what it has written there.
struct Held {
  int block;
  int bytes;
  uint8_t pattern;
};

static void fill(const struct Held *held) {
  const int place = placeOf(held->block);
  for (int i = 0; i < held->bytes; i++) arena[place + i] = (uint8_t)(held->pattern + i);
}

static void checkFilled(const struct Held *held, int bytes) {
  const int place = placeOf(held->block);
  for (int i = 0; i < bytes; i++) assert(arena[place + i] == (uint8_t)(held->pattern + i));
}

static struct Held get(struct Cache *cache, int bytes, uint8_t pattern) {
  const struct Held held = {.block = allocate(cache, bytes), .bytes = bytes, .pattern = pattern};
  fill(&held);
  return held;
}

static void giveBack(struct Cache *cache, const struct Held *held) {
  checkFilled(held, held->bytes);
  release(cache, held->block);
}

// Into another block if the size is of another class.
static void resize(struct Cache *cache, struct Held *held, int bytes) {
  const int kept = bytes < held->bytes ? bytes : held->bytes;
  if (classFor(bytes) != classOf(held->block)) {
    const int from = held->block;
    const int to = allocate(cache, bytes);
    assert(to != from);
    for (int i = 0; i < kept; i++) arena[placeOf(to) + i] = arena[placeOf(from) + i];
    release(cache, from);
    held->block = to;
  }
  held->bytes = bytes;
  checkFilled(held, kept);
  fill(held);
  record(kResize, cache->thread, held->block);
}

// ---------------------------------------------------------------- Threads

// Each thread has its own source of numbers, so that it asks for the same in
// every execution.
struct Random {
  uint32_t state;
};

static int draw(struct Random *random, int limit) {
  uint32_t x = random->state;
  assert(x != 0);
  x ^= x << 13;
  x ^= x >> 17;
  x ^= x << 5;
  random->state = x;
  return (int)((x * 0x9e3779b9U >> 8) % (uint32_t)limit);
}

// Small sizes more often than large ones.
static int drawBytes(struct Random *random) {
  const int class = draw(random, 4) == 0 ? draw(random, kClasses) : draw(random, kClasses - 1);
  const int bytes = bytesOf(class) - draw(random, kSmallest / 2);
  assert(bytes > 0 && bytes <= kLargest);
  return bytes;
}

// What the threads asked for, added up in the end; additions commute.
static atomic_int allAllocated, allReleased;

static void *work(void *argument) {
  const int thread = (int)(intptr_t)argument;
  assert(thread >= 0 && thread < THREADS);
  struct Random random = {.state = SEED + 0x51ed27U * (uint32_t)thread};
  struct Cache cache;
  initialiseCache(&cache, thread);

  struct Held held[HELD];
  int count = 0, allocated = 0, released = 0;
  for (int i = 0; i < OPERATIONS; i++) {
    const int choice = draw(&random, 4);
    if (count == 0 || (count < HELD && choice < 2)) {
      held[count] = get(&cache, drawBytes(&random), (uint8_t)(thread * OPERATIONS + i));
      count++;
      allocated++;
    } else if (choice == 2) {
      resize(&cache, &held[draw(&random, count)], drawBytes(&random));
    } else {
      const int which = draw(&random, count);
      giveBack(&cache, &held[which]);
      count--;
      held[which] = held[count];
      released++;
    }
    assert(count >= 0 && count <= HELD);
    assert(allocated - released == count);
    checkCache(&cache);
  }

  while (count > 0) {
    count--;
    giveBack(&cache, &held[count]);
    released++;
  }
  assert(allocated == released);
  flushAll(&cache);
  assert(countCached(&cache) == 0);
  atomic_fetch_add_explicit(&allAllocated, allocated, RELAXED);
  atomic_fetch_add_explicit(&allReleased, released, RELAXED);
  return 0;
}

// ---------------------------------------------------------------- Report

// That all blocks are back, each of them once.
static void checkCentral(void) {
  int isThere[kAllBlocks] = {0};
  for (int class = 0; class < kClasses; class ++) {
    assert(centralCount[class] == kClassBlocks);
    int block = centralFirst[class];
    for (int i = 0; i < kClassBlocks; i++) {
      checkBlock(block, class);
      assert(!isThere[block]);
      isThere[block] = 1;
      block = links[block];
    }
    assert(block == kNone);
  }
}

static void checkHands(void) {
  for (int block = 0; block < kAllBlocks; block++) assert(atomic_load_explicit(&owners[block], RELAXED) == 0);
  const int allocated = atomic_load_explicit(&allAllocated, RELAXED);
  assert(allocated >= THREADS && allocated <= THREADS * OPERATIONS);
  assert(allocated == atomic_load_explicit(&allReleased, RELAXED));
}

static void printClasses(void) {
  for (int class = 0; class < kClasses; class ++) {
    printf("  %2d bytes: %d allocated, %d batches taken, %d given back\n", bytesOf(class),
           atomic_load_explicit(&allocatedOf[class], RELAXED), batchesTaken[class], batchesGiven[class]);
  }
  printf("  used most: class %d\n", atomic_load_explicit(&busiestClass, RELAXED));
}

static void printUse(void) {
  printf("  in use: %d bytes, at most %d; wasted by a block: about %d/16\n", atomic_load_explicit(&bytesInUse, RELAXED),
         atomic_load_explicit(&bytesAtPeak, RELAXED), atomic_load_explicit(&bytesWasted, RELAXED));
  printf("  the fullest cache: %d blocks\n", atomic_load_explicit(&fullestCache, RELAXED));
  for (int block = 0; block < kAllBlocks; block++) {
    const int used = atomic_load_explicit(&lastUsed[block], RELAXED);
    if (used > 0) printf("  block %d was used last at %d\n", block, used);
  }
}

static void printEvents(void) {
  const unsigned end = atomic_load_explicit(&eventsEnd, RELAXED);
  for (unsigned i = end < kEvents ? 0 : end - kEvents; i < end; i++) {
    const unsigned item = atomic_load_explicit(&events[i % kEvents], RELAXED);
    printf("  event %2u: kind %u, thread %u, block %u\n", i, item >> 24, item >> 16 & 0xff, item & 0xffff);
  }
}

int main(void) {
  pthread_t threads[THREADS];
  initialiseCentral();

  for (intptr_t i = 0; i < THREADS; i++) pthread_create(&threads[i], 0, work, (void *)i);
  for (int i = 0; i < THREADS; i++) pthread_join(threads[i], 0);

  checkCentral();
  checkHands();
  printClasses();
  printUse();
  printEvents();
  return 0;
}
