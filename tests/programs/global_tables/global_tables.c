#include <assert.h>
#include <pthread.h>
#include <string.h>

static int twice(int n) { return 2 * n; }
static int square(int n) { return n * n; }

static int (*const operations[])(int) = {twice, square};
static const char *const names[] = {"twice", "square"};
struct Node {
  struct Node *next;
  int value;
};
extern struct Node last;
struct Node first = {&last, 1};
struct Node last = {&first, 2};
static char large[1 << 20];
char *middle = &large[1 << 19];
const double factors[] = {0.5, 0.25};

void *use(void *unused) {
  assert(operations[0](5) == 10 && operations[1](5) == 25);
  assert(strcmp(names[1], "square") == 0 && strlen(names[0]) == 5);
  assert(first.next->value == 2 && last.next->next == &last);
  assert(large[sizeof large - 1] == 0 && *middle == 0 && factors[1] == 0.25);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, use, 0);
  use(0);
  pthread_join(t, 0);
}
