// Calls that are not inlined, since they go through pointers that may change. -DRACE, -DFREED, -DDEADLOCK, -DJUMP, -DDEEP
#include <assert.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdlib.h>

struct node {
  int value;
};
static int counter;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static jmp_buf back;

static void add(void) { ++counter; }
static void (*volatile adder)(void) = add;
static void twice(void) {
  adder();
  adder();
}
static void (*volatile doubler)(void) = twice;

static struct node *make(void) { return malloc(sizeof(struct node)); }
static struct node *(*volatile maker)(void) = make;
static void drop(struct node *node) { free(node); }
static void (*volatile dropper)(struct node *) = drop;
static int use(const struct node *node) { return node->value; }
static int (*volatile user)(const struct node *) = use;

static void take(void) { pthread_mutex_lock(&lock); }
static void (*volatile taker)(void) = take;

static void jump(void) { longjmp(back, 1); }
static void (*volatile jumper)(void) = jump;

static int deep(int n) {
  int *volatile kept = &n;
  assert(n != 0);
  return deep(n - 1) + *kept;
}

static int compare(const void *a, const void *b) {
  assert(a == b);
  return 0;
}

static void *thread(void *unused) {
  doubler();
  return unused;
}

int main(void) {
#ifdef RACE
  pthread_t t;
  pthread_create(&t, NULL, thread, NULL);
  doubler();
  pthread_join(t, NULL);
#elif defined FREED
  struct node *node = maker();
  node->value = 1;
  dropper(node);
  return user(node);
#elif defined DEADLOCK
  taker();
  taker();
#elif defined JUMP
  if (setjmp(back) == 0) jumper();
  assert(counter == 1);
#elif defined DEEP
  return deep(200);
#else
  int two[2] = {1, 2};
  qsort(two, 2, sizeof *two, compare);
  pthread_t t;
  pthread_create(&t, NULL, thread, NULL);
  pthread_join(t, NULL);
#endif
}
