// skip_list(THREADS, OPERATIONS): an ordered map as a lock-free skip list (Herlihy
// and Shavit, "The Art of Multiprocessor Programming", section 14.4). A link is
// the address of the next node, with a mark in its lowest bit when the node that
// it belongs to is removed on this level. Who comes by a marked node unlinks it.
//
// Nodes come from chunks that threads take from a common store, under a mutex,
// and are never reused. A search that others disturb too often gives up, so
// that every loop ends under every schedule.
//
// The links, and with them what an operation finds, go through as many orders as
// there are conflicting steps. So do the stamps, the log and the statistics. But
// the assertions are about what a thread knows by itself (heights, keys, how its
// nodes lie in memory), about who got which chunk, 3! orders for 3 threads, and
// about two sums that are added up while the threads run and read when they are
// done; additions commute.
#include <assert.h>
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>

#ifndef THREADS
#define THREADS 3
#endif
#ifndef OPERATIONS
#define OPERATIONS 6  // of each thread
#endif
#ifndef KEYS
#define KEYS 7
#endif
#ifndef LEVELS
#define LEVELS 3
#endif
#ifndef SEED
#define SEED 31U  // one with which each kind of operation occurs
#endif
#ifndef ATTEMPTS
#define ATTEMPTS 3  // of a search, or to link a node, before an operation gives up
#endif

#define RELAXED memory_order_relaxed
#define ACQUIRE memory_order_acquire
#define RELEASE memory_order_release
#define ACQ_REL memory_order_acq_rel

enum {
  kChunks = THREADS,
  kChunkNodes = OPERATIONS,           // an operation takes one node at most
  kAllNodes = kChunks * kChunkNodes,  // no way along the list is longer: keys only grow
  kTraceSlots = 8,
  kMark = 1,
};

enum Kind { kInsert, kRemove, kLookUp, kReplace, kCountRange, kRemoveFirst, kKinds };
enum Outcome { kAbsent, kPresent, kGaveUp, kOutcomes };

// ---------------------------------------------------------------- Nodes

struct Node {
  int key;     // these two are written before others can reach the node
  int height;  // on how many levels it is, or is going to be
  atomic_uint value;
  atomic_uint lastSeen;  // a time, for the report
  _Atomic(uintptr_t) next[LEVELS];
};

// The ends of the list: smaller and larger than every key, never removed.
static struct Node head = {.key = INT_MIN, .height = LEVELS};
static struct Node tail = {.key = INT_MAX, .height = LEVELS};

static uintptr_t linkTo(struct Node *node) { return (uintptr_t)node; }
static struct Node *nodeOf(uintptr_t link) { return (struct Node *)(link & ~(uintptr_t)kMark); }
static int isMarked(uintptr_t link) { return (link & kMark) != 0; }

static uintptr_t follow(struct Node *node, int level) { return atomic_load_explicit(&node->next[level], ACQUIRE); }

static int relink(struct Node *node, int level, uintptr_t from, uintptr_t to) {
  return atomic_compare_exchange_strong_explicit(&node->next[level], &from, to, ACQ_REL, ACQUIRE);
}

// Says whether it was this call that set the mark.
static int mark(struct Node *node, int level) {
  return !isMarked(atomic_fetch_or_explicit(&node->next[level], kMark, ACQ_REL));
}

static void initialiseList(void) {
  for (int level = 0; level < LEVELS; level++) atomic_init(&head.next[level], linkTo(&tail));
}

// ---------------------------------------------------------------- Memory

static struct Node store[kChunks][kChunkNodes];
static pthread_mutex_t storeLock;
static int chunksTaken;

// What a thread has of the store.
struct Arena {
  int chunk;
  int used;
};

static struct Arena takeChunk(void) {
  pthread_mutex_lock(&storeLock);
  const int chunk = chunksTaken;
  chunksTaken = chunk + 1;
  pthread_mutex_unlock(&storeLock);
  assert(chunk >= 0 && chunk < kChunks);
  return (struct Arena){.chunk = chunk, .used = 0};
}

// Each node is used once, also if it turns out not to be needed: somebody may
// still be looking at one that was removed.
static struct Node *takeNode(struct Arena *arena) {
  assert(arena->used < kChunkNodes);
  struct Node *const node = &store[arena->chunk][arena->used];
  arena->used++;
  assert(node >= &store[0][0] && node <= &store[kChunks - 1][kChunkNodes - 1]);
  assert(((uintptr_t)node & kMark) == 0);
  assert((uintptr_t)node % _Alignof(struct Node) == 0);
  return node;
}

// ---------------------------------------------------------------- Requests

// Each thread has its own source of numbers, so that it does the same in every
// execution.
struct Random {
  uint32_t state;
};

static uint32_t draw(struct Random *random) {
  uint32_t x = random->state;
  assert(x != 0);
  x ^= x << 13;
  x ^= x >> 17;
  x ^= x << 5;
  random->state = x;
  return x * 0x9e3779b9U >> 12;
}

// Half of the nodes are on one level only, half of the rest on two.
static int drawHeight(struct Random *random) {
  int height = 1;
  for (uint32_t bits = draw(random); height < LEVELS && bits % 2 == 1; bits /= 2) height++;
  assert(height >= 1 && height <= LEVELS);
  return height;
}

struct Request {
  enum Kind kind;
  int key;
  int last;  // of a range
  int height;
  uint32_t value;
};

static struct Request makeRequest(struct Random *random, int thread, int number) {
  struct Request request;
  // Who only looks has nothing to see: every second request inserts.
  request.kind = number % 2 == 0 ? kInsert : (enum Kind)(draw(random) % kKinds);
  request.key = 1 + (int)(draw(random) % KEYS);
  request.last = request.key + (int)(draw(random) % KEYS);
  if (request.last > KEYS) request.last = KEYS;
  request.height = drawHeight(random);
  request.value = (uint32_t)(thread * OPERATIONS + number + 1);
  return request;
}

static void checkRequest(const struct Request *request) {
  assert(request->kind < kKinds);
  assert(request->key > INT_MIN && request->key < INT_MAX);
  assert(request->key >= 1 && request->key <= KEYS);
  assert(request->last >= request->key && request->last <= KEYS);
  assert(request->height >= 1 && request->height <= LEVELS);
  assert(request->value >= 1 && request->value <= THREADS * OPERATIONS);
}

// ---------------------------------------------------------------- Statistics

// For the report. Updates may get lost.
static atomic_uint now;
static atomic_uint size, largestSize;
static atomic_uint restarts;           // searches that had to begin anew
static atomic_uint unlinked;           // by those who came by
static atomic_uint onLevel[LEVELS];    // nodes that were linked
static atomic_uint steps, longestWay;  // of searches
static atomic_int hotKey;              // the one that was found last
static atomic_uint hotValue;           // and what was looked up last
static atomic_uint outcomes[kKinds][kOutcomes];

static void noteSize(uint32_t count) {
  if (count > atomic_load_explicit(&largestSize, RELAXED)) atomic_store_explicit(&largestSize, count, RELAXED);
}

static void noteLinked(int level) {
  atomic_fetch_add_explicit(&onLevel[level], 1, RELAXED);
  if (level == 0) noteSize(atomic_fetch_add_explicit(&size, 1, RELAXED) + 1);
}

static void noteWay(uint32_t length) {
  const uint32_t sum = atomic_fetch_add_explicit(&steps, length, RELAXED) + length;
  if (length > atomic_load_explicit(&longestWay, RELAXED)) atomic_store_explicit(&longestWay, length, RELAXED);
  if (sum > UINT32_MAX / 2) atomic_store_explicit(&steps, 0, RELAXED);
}

static void stamp(struct Node *node) {
  const uint32_t time = atomic_fetch_add_explicit(&now, 1, RELAXED) + 1;
  atomic_store_explicit(&node->lastSeen, time, RELAXED);
  atomic_store_explicit(&hotKey, node->key, RELAXED);
}

static void noteOutcome(enum Kind kind, enum Outcome outcome) {
  const uint32_t count = atomic_load_explicit(&outcomes[kind][outcome], RELAXED);
  atomic_store_explicit(&outcomes[kind][outcome], count + 1, RELAXED);
}

// The last operations, oldest overwritten first.
static atomic_uint traceEnd;
static atomic_uint trace[kTraceSlots];

static void traceOperation(int thread, const struct Request *request, enum Outcome outcome) {
  const uint32_t end = atomic_fetch_add_explicit(&traceEnd, 1, RELAXED);
  const uint32_t entry =
      (uint32_t)thread << 24 | (uint32_t)request->kind << 16 | (uint32_t)request->key << 8 | (uint32_t)outcome;
  atomic_store_explicit(&trace[end % kTraceSlots], entry, RELAXED);
}

// ---------------------------------------------------------------- Searching

// For each level the last node before a key and the first that is not.
struct Path {
  struct Node *before[LEVELS];
  struct Node *after[LEVELS];
};

// One way down, unlinking what is marked. 0 if somebody changed a link that was
// to be changed.
static int goDown(int key, struct Path *path) {
  uint32_t length = 0;
  struct Node *before = &head;
  for (int level = LEVELS - 1; level >= 0; level--) {
    struct Node *node = nodeOf(follow(before, level));
    while (node != &tail) {
      const uintptr_t link = follow(node, level);
      if (isMarked(link)) {
        if (!relink(before, level, linkTo(node), linkTo(nodeOf(link)))) return 0;
        atomic_fetch_add_explicit(&unlinked, 1, RELAXED);
      } else {
        if (node->key >= key) break;
        before = node;
      }
      node = nodeOf(link);
      length++;
    }
    path->before[level] = before;
    path->after[level] = node;
  }
  noteWay(length);
  return 1;
}

static enum Outcome find(int key, struct Path *path) {
  for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
    if (goDown(key, path)) return path->after[0]->key == key ? kPresent : kAbsent;
    atomic_fetch_add_explicit(&restarts, 1, RELAXED);
  }
  return kGaveUp;
}

// The first node that is not before the key, or `tail`; changes nothing.
static struct Node *seek(int key) {
  struct Node *before = &head;
  struct Node *node = before;
  for (int level = LEVELS - 1; level >= 0; level--) {
    node = nodeOf(follow(before, level));
    for (int i = 0; i < kAllNodes && node != &tail; i++) {
      const uintptr_t link = follow(node, level);
      if (!isMarked(link)) {
        if (node->key >= key) break;
        before = node;
      }
      node = nodeOf(link);
    }
  }
  return node;
}

// ---------------------------------------------------------------- Operations

// The node is in the map as soon as it is on the lowest level. If this does not
// succeed on the others, searches take longer.
static void linkHigher(struct Node *node, struct Path *path) {
  for (int level = 1; level < node->height; level++) {
    int isLinked = 0;
    for (int attempt = 0; attempt < ATTEMPTS && !isLinked; attempt++) {
      const uintptr_t after = linkTo(path->after[level]);
      const uintptr_t link = follow(node, level);
      if (isMarked(link)) return;  // it is being removed already
      if (link != after && !relink(node, level, link, after)) return;
      isLinked = relink(path->before[level], level, after, linkTo(node));
      if (!isLinked && (find(node->key, path) != kPresent || path->after[0] != node)) return;
    }
    if (!isLinked) return;
    noteLinked(level);
  }
}

// A key that is there already gets the new value.
static enum Outcome insert(struct Node *node, const struct Request *request) {
  node->key = request->key;
  node->height = request->height;
  atomic_store_explicit(&node->value, request->value, RELAXED);
  struct Path path;
  for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
    const enum Outcome found = find(request->key, &path);
    if (found == kGaveUp) return kGaveUp;
    if (found == kPresent) {
      atomic_store_explicit(&path.after[0]->value, request->value, RELEASE);
      stamp(path.after[0]);
      return kPresent;
    }
    for (int level = 0; level < node->height; level++) {
      atomic_store_explicit(&node->next[level], linkTo(path.after[level]), RELAXED);
    }
    if (relink(path.before[0], 0, linkTo(path.after[0]), linkTo(node))) {
      noteLinked(0);
      linkHigher(node, &path);
      stamp(node);
      return kAbsent;
    }
    atomic_fetch_add_explicit(&restarts, 1, RELAXED);
  }
  return kGaveUp;
}

// Says whether it was this call that removed the node. Whoever marks the lowest
// level has removed it; the others are marked before.
static int take(struct Node *node) {
  for (int level = node->height - 1; level > 0; level--) mark(node, level);
  if (!mark(node, 0)) return 0;
  atomic_fetch_sub_explicit(&size, 1, RELAXED);
  return 1;
}

static enum Outcome removeKey(const struct Request *request) {
  struct Path path;
  const enum Outcome found = find(request->key, &path);
  if (found != kPresent) return found;
  struct Node *const node = path.after[0];
  if (!take(node)) return kAbsent;
  stamp(node);
  find(request->key, &path);  // unlinks it
  return kPresent;
}

static enum Outcome lookUp(const struct Request *request) {
  struct Node *const node = seek(request->key);
  if (node == &tail || node->key != request->key) return kAbsent;
  stamp(node);
  atomic_store_explicit(&hotValue, atomic_load_explicit(&node->value, ACQUIRE), RELAXED);
  return kPresent;
}

// A new value for a key that is there, larger than the one before: of two that
// replace it at the same time the larger value stays.
static enum Outcome replace(const struct Request *request) {
  struct Node *const node = seek(request->key);
  if (node == &tail || node->key != request->key) return kAbsent;
  stamp(node);
  uint32_t seen = atomic_load_explicit(&node->value, ACQUIRE);
  for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
    if (seen >= request->value) return kPresent;
    if (atomic_compare_exchange_strong_explicit(&node->value, &seen, request->value, ACQ_REL, ACQUIRE)) return kPresent;
  }
  return kGaveUp;
}

// Whether there is a key from the first to the last. All are visited, and
// stamped as seen.
static enum Outcome countRange(const struct Request *request) {
  int count = 0;
  struct Node *node = seek(request->key);
  for (int i = 0; i < kAllNodes && node != &tail && node->key <= request->last; i++) {
    const uintptr_t link = follow(node, 0);
    if (!isMarked(link)) {
      stamp(node);
      count++;
    }
    node = nodeOf(link);
  }
  return count > 0 ? kPresent : kAbsent;
}

static enum Outcome removeFirst(void) {
  struct Node *node = nodeOf(follow(&head, 0));
  for (int i = 0; i < kAllNodes && node != &tail; i++) {
    const uintptr_t link = follow(node, 0);
    if (!isMarked(link) && take(node)) {
      stamp(node);
      return kPresent;
    }
    node = nodeOf(link);
  }
  return kAbsent;
}

static enum Outcome perform(const struct Request *request, struct Node *node) {
  switch (request->kind) {
    case kInsert: return insert(node, request);
    case kRemove: return removeKey(request);
    case kLookUp: return lookUp(request);
    case kReplace: return replace(request);
    case kCountRange: return countRange(request);
    default: return removeFirst();
  }
}

// ---------------------------------------------------------------- Threads

// What was asked for, added up by all. Additions commute, and only main looks at
// the sums.
static atomic_int requestsDone;
static atomic_int nodesTaken;

static void *work(void *argument) {
  const int thread = (int)(intptr_t)argument;
  assert(thread >= 0 && thread < THREADS);
  struct Random random = {.state = SEED + 0x51ed27U * (uint32_t)thread};
  struct Arena arena = takeChunk();

  int done = 0;
  for (int i = 0; i < OPERATIONS; i++) {
    const struct Request request = makeRequest(&random, thread, i);
    checkRequest(&request);
    struct Node *const node = request.kind == kInsert ? takeNode(&arena) : 0;
    assert(node != 0 || request.kind != kInsert);
    done++;

    const enum Outcome outcome = perform(&request, node);
    noteOutcome(request.kind, outcome);
    traceOperation(thread, &request, outcome);
  }

  assert(done == OPERATIONS);
  assert(arena.used >= OPERATIONS / 2 && arena.used <= kChunkNodes);
  atomic_fetch_add_explicit(&requestsDone, done, RELAXED);
  atomic_fetch_add_explicit(&nodesTaken, arena.used, RELAXED);
  return 0;
}

// ---------------------------------------------------------------- Report

static void checkSums(void) {
  assert(chunksTaken == THREADS);
  assert(atomic_load_explicit(&requestsDone, RELAXED) == THREADS * OPERATIONS);
  const int taken = atomic_load_explicit(&nodesTaken, RELAXED);
  assert(taken >= THREADS * (OPERATIONS / 2) && taken <= kChunks * kChunkNodes);
}

static void printLevels(void) {
  for (int level = LEVELS - 1; level >= 0; level--) {
    printf("  level %d:", level);
    struct Node *node = nodeOf(follow(&head, level));
    for (int i = 0; i < kAllNodes && node != &tail; i++) {
      const uintptr_t link = follow(node, level);
      printf(isMarked(link) ? " (%d)" : " %d", node->key);
      node = nodeOf(link);
    }
    printf("  linked in all: %u\n", atomic_load_explicit(&onLevel[level], RELAXED));
  }
}

static void printValues(void) {
  struct Node *node = nodeOf(follow(&head, 0));
  for (int i = 0; i < kAllNodes && node != &tail; i++) {
    printf("  key %d: value %u, seen at %u\n", node->key, atomic_load_explicit(&node->value, RELAXED),
           atomic_load_explicit(&node->lastSeen, RELAXED));
    node = nodeOf(follow(node, 0));
  }
}

static void printStatistics(void) {
  printf("  size: %u, at most %u\n", atomic_load_explicit(&size, RELAXED), atomic_load_explicit(&largestSize, RELAXED));
  printf("  the last key found: %d; the last value: %u\n", atomic_load_explicit(&hotKey, RELAXED),
         atomic_load_explicit(&hotValue, RELAXED));
  printf("  steps: %u, on the longest way %u\n", atomic_load_explicit(&steps, RELAXED),
         atomic_load_explicit(&longestWay, RELAXED));
  printf("  restarts: %u, unlinked in passing: %u\n", atomic_load_explicit(&restarts, RELAXED),
         atomic_load_explicit(&unlinked, RELAXED));
  for (int kind = 0; kind < kKinds; kind++) {
    printf("  kind %d: %u absent, %u present, %u given up\n", kind,
           atomic_load_explicit(&outcomes[kind][kAbsent], RELAXED),
           atomic_load_explicit(&outcomes[kind][kPresent], RELAXED),
           atomic_load_explicit(&outcomes[kind][kGaveUp], RELAXED));
  }
}

static void printTrace(void) {
  const uint32_t end = atomic_load_explicit(&traceEnd, RELAXED);
  for (uint32_t i = end < kTraceSlots ? 0 : end - kTraceSlots; i < end; i++) {
    const uint32_t entry = atomic_load_explicit(&trace[i % kTraceSlots], RELAXED);
    printf("  %2u: thread %u, kind %u, key %u, outcome %u\n", i, entry >> 24, entry >> 16 & 0xff, entry >> 8 & 0xff,
           entry & 0xff);
  }
}

int main(void) {
  pthread_t threads[THREADS];
  initialiseList();
  pthread_mutex_init(&storeLock, 0);

  for (intptr_t i = 0; i < THREADS; i++) pthread_create(&threads[i], 0, work, (void *)i);
  for (int i = 0; i < THREADS; i++) pthread_join(threads[i], 0);

  checkSums();
  printLevels();
  printValues();
  printStatistics();
  printTrace();
  return 0;
}
