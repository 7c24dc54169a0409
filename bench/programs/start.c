// An ordinary program of 100 lines: a bounded queue under a mutex, a counter,
// a small hash table. What it costs to get to its first execution.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { kCapacity = 4, kBuckets = 8, kItems = 2 };

struct queue {
  pthread_mutex_t mutex;
  int items[kCapacity];
  unsigned head;
  unsigned tail;
};

struct entry {
  struct entry *next;
  int key;
  int value;
};

struct table {
  struct entry *buckets[kBuckets];
};

static struct queue queue;
static atomic_int done;

static void queueInit(struct queue *q) {
  memset(q, 0, sizeof(*q));
  pthread_mutex_init(&q->mutex, NULL);
}

static bool queuePush(struct queue *q, int item) {
  pthread_mutex_lock(&q->mutex);
  const bool hasRoom = q->tail - q->head < kCapacity;
  if (hasRoom) q->items[q->tail++ % kCapacity] = item;
  pthread_mutex_unlock(&q->mutex);
  return hasRoom;
}

static bool queuePop(struct queue *q, int *item) {
  pthread_mutex_lock(&q->mutex);
  const bool hasItem = q->tail != q->head;
  if (hasItem) *item = q->items[q->head++ % kCapacity];
  pthread_mutex_unlock(&q->mutex);
  return hasItem;
}

static struct entry **findEntry(struct table *table, int key) {
  struct entry **place = &table->buckets[(unsigned)key % kBuckets];
  while (*place != NULL && (*place)->key != key) place = &(*place)->next;
  return place;
}

static void count(struct table *table, int key) {
  struct entry **const place = findEntry(table, key);
  if (*place == NULL) {
    *place = calloc(1, sizeof(struct entry));
    (*place)->key = key;
  }
  (*place)->value++;
}

static void clear(struct table *table) {
  for (int i = 0; i < kBuckets; i++)
    while (table->buckets[i] != NULL) {
      struct entry *const first = table->buckets[i];
      table->buckets[i] = first->next;
      free(first);
    }
}

static void *produce(void *unused) {
  for (int i = 0; i < kItems; i++) queuePush(&queue, i);
  atomic_fetch_add(&done, 1);
  return unused;
}

static void *consume(void *unused) {
  struct table table = {{NULL}};
  int item;
  for (int i = 0; i < kItems; i++)
    if (queuePop(&queue, &item)) count(&table, item);
  clear(&table);
  atomic_fetch_add(&done, 1);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  queueInit(&queue);
  pthread_create(&threads[0], NULL, produce, NULL);
  pthread_create(&threads[1], NULL, consume, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  assert(atomic_load(&done) == 2);
}
