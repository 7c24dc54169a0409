#include <assert.h>
#include <pthread.h>

struct Pair {
  long first, second, third, fourth;
} shared;

static void *writer(void *unused) {
  shared.first = 1;
  shared.second = 1;
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, writer, NULL);
  struct Pair copy = shared;
  assert(copy.first == copy.second);
  pthread_join(thread, NULL);
  return 0;
}
