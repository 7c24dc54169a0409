// A thread assigns a struct, main one of its members.
#include <assert.h>
#include <pthread.h>

static struct point { int x, y, z[20]; } shared, other;

static void *assign(void *unused) {
  shared = other;
  return unused;
}

int main(void) {
  pthread_t thread;
  shared.x = 1;
  shared.y = 2;
  other.x = 3;
  pthread_create(&thread, NULL, assign, NULL);
  pthread_join(thread, NULL);
  shared.x = 5;
  assert(shared.y == 2);
}
