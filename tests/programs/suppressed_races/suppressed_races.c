#include <assert.h>
#include <pthread.h>

struct Pair {
  int first, second;
};

struct Pair pair;

void publish(int value) {
  struct Pair next = {value, value};
  pair = next;
}

struct Pair snapshot(void) { return pair; }

void *write_pair(void *unused) {
  publish(1);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, write_pair, 0);
  struct Pair seen = snapshot();
  pthread_join(t, 0);
  assert(seen.first == seen.second);
  return 0;
}
