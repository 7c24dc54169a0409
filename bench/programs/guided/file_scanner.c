// file_scanner(WORKERS, FILES): a parallel search for a pattern in the files of a
// directory tree, as pfscan does it, which Kusano and Wang check (ASE 2014, Table
// 2). Main walks through the tree and puts the files that it selects into a
// bounded queue; when all are there it lets the workers go, who wait for that.
// Each takes files from the queue until there are none, under a mutex, and counts
// lines and matches. The tree and its files are in memory.
//
// A worker says what it does while it does it: how many bytes are done, how many
// workers are busy, what was found last. None of that makes a difference to
// what it counts, but each such step meets those of the others.
//
// The assertions are about positions in files, the queue, and the counts that
// main compares with its own in the end. All of them depend on the queue, which
// decides who scans what: WORKERS^FILES ways, 64 for 2 workers and 6 files. In
// each of them the workers find the queue empty in 2 orders: 128.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>

#ifndef WORKERS
#define WORKERS 2
#endif
#ifndef FILES
#define FILES 6  // the first so many that are selected; the tree has no more than 8
#endif

#define RELAXED memory_order_relaxed
#define ACQUIRE memory_order_acquire
#define RELEASE memory_order_release
#define ACQ_REL memory_order_acq_rel

enum {
  kNone = -1,
  kQueueSlots = 8,
  kDepth = 4,        // of the tree
  kPathBytes = 64,   // with the 0 at the end
  kFileBytes = 400,  // no file is larger
  kCharacters = 128,
  kFoundSlots = 8,
  kLengths = 4,  // lines of less than 16 bytes, less than 32, and so on
};

// ---------------------------------------------------------------- The tree

struct Entry {
  int parent;  // kNone: of the root
  const char *name;
  const char *text;  // null: a directory
};

// A directory comes before what is in it.
static const struct Entry tree[] = {
    {kNone, "project", 0},
    {0, "readme.txt",
     "Looms\n"
     "\n"
     "A loom has a frame, and the frame has a beam.\n"
     "The weaver throws the shuttle through the shed.\n"},
    {0, "source", 0},
    {2, "warp.txt",
     "The warp is wound on the beam.\n"
     "Each warp thread goes through the eye of a heddle\n"
     "and then through the reed.\n"},
    {2, "weft.txt",
     "The weft goes over one thread and under the next.\n"
     "A thread that breaks is tied with a weaver's knot.\n"},
    {2, "shed.c", "int shed(int threads) { return threads / 2; }\n"},
    {2, "knots", 0},
    {6, "reef.txt",
     "Left over right, right over left.\n"
     "It holds a thread, not a load.\n"},
    {6, "weavers.txt",
     "thread, thread, thread:\n"
     "three of them make a strand.\n"
     "Do not cut the thread before the knot is tight.\n"},
    {6, "empty.txt", ""},
    {0, "notes", 0},
    {10, "today.txt",
     "Bought: linen, wool, one reed, no thread.\n"
     "Threads per inch: 24\n"},
    {10, "tomorrow.txt",
     "Thread the loom.\n"
     "Rethread what was threaded wrong today"},  // no newline at the end
};

enum { kEntries = sizeof tree / sizeof tree[0] };

static int isDirectory(int entry) { return tree[entry].text == 0; }

static int lengthOf(const char *text) {
  int length = 0;
  while (text[length] != 0) length++;
  return length;
}

static int hasSuffix(const char *name, const char *suffix) {
  const int nameLength = lengthOf(name);
  const int suffixLength = lengthOf(suffix);
  if (nameLength < suffixLength) return 0;
  for (int i = 0; i < suffixLength; i++) {
    if (name[nameLength - suffixLength + i] != suffix[i]) return 0;
  }
  return 1;
}

// The names from the root to the entry, with slashes between them.
static int writePath(int entry, char *path) {
  int names[kDepth];
  int depth = 0;
  for (int at = entry; at != kNone; at = tree[at].parent) {
    assert(depth < kDepth);
    names[depth] = at;
    depth++;
  }
  int length = 0;
  for (int i = depth - 1; i >= 0; i--) {
    const char *const name = tree[names[i]].name;
    if (length > 0) path[length++] = '/';
    for (int k = 0; name[k] != 0; k++) {
      assert(length < kPathBytes - 1);
      path[length++] = name[k];
    }
  }
  path[length] = 0;
  return length;
}

// ---------------------------------------------------------------- The pattern

// Of a search after Horspool ("Practical fast searching in strings", 1980): how
// far to move on, by the character under the last one of the pattern.
struct Pattern {
  const char *text;
  int length;
  int shifts[kCharacters];
};

static struct Pattern pattern;  // not changed after the workers have started

static int characterAt(const char *text, int position) {
  const int character = (unsigned char)text[position];
  return character < kCharacters ? character : 0;
}

static void preparePattern(const char *text) {
  pattern.text = text;
  pattern.length = lengthOf(text);
  assert(pattern.length > 0);
  for (int c = 0; c < kCharacters; c++) pattern.shifts[c] = pattern.length;
  for (int i = 0; i + 1 < pattern.length; i++) pattern.shifts[characterAt(text, i)] = pattern.length - 1 - i;
}

static int isMatch(const char *text, int position) {
  for (int i = pattern.length - 1; i >= 0; i--) {
    if (text[position + i] != pattern.text[i]) return 0;
  }
  return 1;
}

// The first match from a position on that ends before another, or kNone.
static int nextMatch(const char *text, int begin, int end) {
  int position = begin;
  while (position + pattern.length <= end) {
    if (isMatch(text, position)) return position;
    const int shift = pattern.shifts[characterAt(text, position + pattern.length - 1)];
    assert(shift >= 1 && shift <= pattern.length);
    position += shift;
  }
  return kNone;
}

// ---------------------------------------------------------------- The queue

static pthread_mutex_t queueLock;
static int queue[kQueueSlots];
static unsigned queued, taken;  // since the beginning; the slots are used in turn

// 0 if there is no room.
static int putFile(int entry) {
  pthread_mutex_lock(&queueLock);
  const unsigned waiting = queued - taken;
  if (waiting < kQueueSlots) {
    queue[queued % kQueueSlots] = entry;
    queued++;
  }
  pthread_mutex_unlock(&queueLock);
  assert(waiting <= kQueueSlots);
  return waiting < kQueueSlots;
}

// kNone if there are no more.
static int takeFile(void) {
  int entry = kNone;
  pthread_mutex_lock(&queueLock);
  const unsigned waiting = queued - taken;
  if (waiting > 0) {
    entry = queue[taken % kQueueSlots];
    taken++;
  }
  pthread_mutex_unlock(&queueLock);
  assert(waiting <= kQueueSlots);
  assert(waiting == 0 || (entry >= 0 && entry < kEntries));
  return entry;
}

// ---------------------------------------------------------------- Progress

// What whoever waits for the result may look at.
static atomic_int bytesInAll;  // of the files in the queue
static atomic_int bytesDone, percentDone;
static atomic_int busy, mostBusy;
static atomic_int now;           // counts what happens
static atomic_int currentFile;   // the one that was begun last
static atomic_int largestFile;   // so far
static atomic_int slowestSteps;  // what happened during one file, at most
static atomic_int ahead;         // files by which one worker was ahead of another

static int tick(void) { return atomic_fetch_add_explicit(&now, 1, RELAXED); }

static void raiseTo(atomic_int *maximum, int value) {
  if (value > atomic_load_explicit(maximum, RELAXED)) atomic_store_explicit(maximum, value, RELAXED);
}

static void noteBytes(int bytes) {
  const int done = atomic_fetch_add_explicit(&bytesDone, bytes, RELAXED) + bytes;
  const int all = atomic_load_explicit(&bytesInAll, RELAXED);
  if (all > 0) atomic_store_explicit(&percentDone, 100 * done / all, RELAXED);
}

static atomic_int lineLengths[kLengths];

static void noteLine(int bytes) {
  const int bucket = bytes / 16 < kLengths ? bytes / 16 : kLengths - 1;
  const int count = atomic_load_explicit(&lineLengths[bucket], RELAXED);
  atomic_store_explicit(&lineLengths[bucket], count + 1, RELAXED);
  noteBytes(bytes);
}

static int noteBegin(int entry) {
  raiseTo(&mostBusy, atomic_fetch_add_explicit(&busy, 1, RELAXED) + 1);
  atomic_store_explicit(&currentFile, entry, RELAXED);
  return tick();
}

static void noteEnd(int began, int bytes) {
  raiseTo(&slowestSteps, tick() - began);
  raiseTo(&largestFile, bytes);
  atomic_fetch_sub_explicit(&busy, 1, RELAXED);
}

// The matches that were found last.
static atomic_uint foundEnd;
static atomic_uint foundItems[kFoundSlots];

static void noteFound(int worker, int entry, int line) {
  const unsigned end = atomic_fetch_add_explicit(&foundEnd, 1, RELAXED);
  const unsigned item = (unsigned)worker << 24 | (unsigned)entry << 16 | (unsigned)line;
  atomic_store_explicit(&foundItems[end % kFoundSlots], item, RELAXED);
}

// ---------------------------------------------------------------- Scanning

struct Count {
  int lines;
  int matchingLines;
  int matches;
};

// The position of the newline, or of the end.
static int endOfLine(const char *text, int begin, int length) {
  int end = begin;
  while (end < length && text[end] != '\n') end++;
  return end;
}

static int scanLine(const char *text, int begin, int end) {
  assert(begin >= 0 && begin <= end);
  int matches = 0;
  for (int at = nextMatch(text, begin, end); at != kNone; at = nextMatch(text, at + 1, end)) {
    assert(at >= begin && at + pattern.length <= end);
    matches++;
  }
  return matches;
}

static struct Count scanFile(int worker, int entry) {
  assert(entry >= 0 && entry < kEntries && !isDirectory(entry));
  const char *const text = tree[entry].text;
  const int length = lengthOf(text);
  assert(length < kFileBytes);

  const int began = noteBegin(entry);
  struct Count count = {0, 0, 0};
  int begin = 0;
  while (begin < length) {
    const int end = endOfLine(text, begin, length);
    assert(end <= length);
    const int matches = scanLine(text, begin, end);
    count.lines++;
    count.matches += matches;
    if (matches > 0) {
      count.matchingLines++;
      noteFound(worker, entry, count.lines);
    }
    const int next = end < length ? end + 1 : length;
    noteLine(next - begin);
    begin = next;
  }
  noteEnd(began, length);
  assert(begin == length);
  assert(count.matchingLines <= count.lines && count.matchingLines <= count.matches);
  return count;
}

// ---------------------------------------------------------------- Workers

// What a worker has counted, for main when it is done, and for others who want
// to know who is ahead.
static atomic_int filesOf[WORKERS], linesOf[WORKERS], matchesOf[WORKERS];

// Of each file. Only the worker that has taken the file writes there.
static struct Count counts[kEntries];
static int scannedBy[kEntries];  // the worker's number, plus one
static int scannedAt[kEntries];  // for the report

// The sums over all workers.
static atomic_int allFiles, allLines, allMatches;

static atomic_int isReady;

static void waitUntilReady(void) {
  while (!atomic_load_explicit(&isReady, ACQUIRE))
    ;
}

static void compareWithOthers(int worker, int files) {
  for (int other = 0; other < WORKERS; other++) {
    if (other == worker) continue;
    raiseTo(&ahead, files - atomic_load_explicit(&filesOf[other], RELAXED));
  }
}

static void publish(int worker, int files, struct Count sum) {
  atomic_store_explicit(&filesOf[worker], files, RELAXED);
  atomic_store_explicit(&linesOf[worker], sum.lines, RELAXED);
  atomic_store_explicit(&matchesOf[worker], sum.matches, RELAXED);
}

static void *work(void *argument) {
  const int worker = (int)(intptr_t)argument;
  assert(worker >= 0 && worker < WORKERS);
  waitUntilReady();

  int files = 0;
  struct Count sum = {0, 0, 0};
  for (int entry = takeFile(); entry != kNone; entry = takeFile()) {
    const struct Count count = scanFile(worker, entry);
    assert(scannedBy[entry] == 0);
    scannedBy[entry] = worker + 1;
    scannedAt[entry] = tick();
    counts[entry] = count;

    files++;
    sum.lines += count.lines;
    sum.matchingLines += count.matchingLines;
    sum.matches += count.matches;
    assert(files <= FILES);
    publish(worker, files, sum);
    compareWithOthers(worker, files);
  }

  assert(sum.matchingLines <= sum.lines);
  atomic_fetch_add_explicit(&allFiles, files, RELAXED);
  atomic_fetch_add_explicit(&allLines, sum.lines, RELAXED);
  atomic_fetch_add_explicit(&allMatches, sum.matches, RELAXED);
  return 0;
}

// ---------------------------------------------------------------- Main

// The order in which the tree is walked: a directory that is found waits until
// the one before is done.
static int selectFiles(int *selected) {
  int directories[kEntries];
  int found = 1, done = 0, count = 0;
  directories[0] = 0;
  while (done < found) {
    const int directory = directories[done++];
    assert(isDirectory(directory));
    for (int entry = directory + 1; entry < kEntries; entry++) {
      if (tree[entry].parent != directory) continue;
      if (isDirectory(entry)) {
        assert(found < kEntries);
        directories[found++] = entry;
      } else if (count < FILES && hasSuffix(tree[entry].name, ".txt")) {
        selected[count++] = entry;
      }
    }
  }
  return count;
}

// The same counts as those of the workers, without shifts and lines.
static struct Count countSlowly(const char *text) {
  struct Count count = {0, 0, 0};
  int isNewLine = 1, isMatching = 0;
  for (int i = 0; text[i] != 0; i++) {
    if (isNewLine) {
      count.lines++;
      isMatching = 0;
    }
    isNewLine = text[i] == '\n';
    int k = 0;
    while (pattern.text[k] != 0 && text[i + k] == pattern.text[k]) k++;
    if (pattern.text[k] != 0) continue;
    count.matches++;
    if (!isMatching) count.matchingLines++;
    isMatching = 1;
  }
  return count;
}

static void fillQueue(const int *selected, int count) {
  int bytes = 0;
  for (int i = 0; i < count; i++) {
    char path[kPathBytes];
    const int length = writePath(selected[i], path);
    assert(length > 0 && length < kPathBytes);
    const int isRoom = putFile(selected[i]);
    assert(isRoom);
    bytes += lengthOf(tree[selected[i]].text);
  }
  atomic_store_explicit(&bytesInAll, bytes, RELAXED);
}

static void checkCounts(const int *selected, int count) {
  struct Count expected = {0, 0, 0};
  for (int i = 0; i < count; i++) {
    const int entry = selected[i];
    const struct Count right = countSlowly(tree[entry].text);
    assert(scannedBy[entry] >= 1 && scannedBy[entry] <= WORKERS);
    assert(counts[entry].lines == right.lines);
    assert(counts[entry].matchingLines == right.matchingLines);
    assert(counts[entry].matches == right.matches);
    expected.lines += right.lines;
    expected.matches += right.matches;
  }
  assert(atomic_load_explicit(&allFiles, RELAXED) == count);
  assert(atomic_load_explicit(&allLines, RELAXED) == expected.lines);
  assert(atomic_load_explicit(&allMatches, RELAXED) == expected.matches);
}

static void checkWorkers(int count) {
  int files = 0, lines = 0, matches = 0;
  for (int worker = 0; worker < WORKERS; worker++) {
    files += atomic_load_explicit(&filesOf[worker], RELAXED);
    lines += atomic_load_explicit(&linesOf[worker], RELAXED);
    matches += atomic_load_explicit(&matchesOf[worker], RELAXED);
  }
  assert(files == count);
  assert(lines == atomic_load_explicit(&allLines, RELAXED));
  assert(matches == atomic_load_explicit(&allMatches, RELAXED));
}

static void printFiles(const int *selected, int count) {
  for (int i = 0; i < count; i++) {
    const int entry = selected[i];
    char path[kPathBytes];
    writePath(entry, path);
    printf("  %-32s %d lines, %d matches in %d, by worker %d at %d\n", path, counts[entry].lines, counts[entry].matches,
           counts[entry].matchingLines, scannedBy[entry] - 1, scannedAt[entry]);
  }
}

static void printProgress(void) {
  printf("  %d of %d bytes, %d%%; busy at once: %d; ahead: %d\n", atomic_load_explicit(&bytesDone, RELAXED),
         atomic_load_explicit(&bytesInAll, RELAXED), atomic_load_explicit(&percentDone, RELAXED),
         atomic_load_explicit(&mostBusy, RELAXED), atomic_load_explicit(&ahead, RELAXED));
  printf("  begun last: %s; largest: %d bytes; slowest: %d steps\n",
         tree[atomic_load_explicit(&currentFile, RELAXED)].name, atomic_load_explicit(&largestFile, RELAXED),
         atomic_load_explicit(&slowestSteps, RELAXED));
  for (int i = 0; i < kLengths; i++) {
    printf("  lines from %d bytes on: about %d\n", 16 * i, atomic_load_explicit(&lineLengths[i], RELAXED));
  }
  const unsigned end = atomic_load_explicit(&foundEnd, RELAXED);
  for (unsigned i = end < kFoundSlots ? 0 : end - kFoundSlots; i < end; i++) {
    const unsigned item = atomic_load_explicit(&foundItems[i % kFoundSlots], RELAXED);
    printf("  found by worker %u: %s, line %u\n", item >> 24, tree[item >> 16 & 0xff].name, item & 0xffff);
  }
}

int main(void) {
  pthread_t workers[WORKERS];
  int selected[FILES];
  pthread_mutex_init(&queueLock, 0);
  preparePattern("thread");
  const int count = selectFiles(selected);
  assert(count == FILES && count <= kQueueSlots);

  for (intptr_t i = 0; i < WORKERS; i++) pthread_create(&workers[i], 0, work, (void *)i);
  fillQueue(selected, count);
  atomic_store_explicit(&isReady, 1, RELEASE);
  for (int i = 0; i < WORKERS; i++) pthread_join(workers[i], 0);

  checkCounts(selected, count);
  checkWorkers(count);
  printFiles(selected, count);
  printProgress();
  return 0;
}
