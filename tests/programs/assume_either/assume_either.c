// The second half of an || is reached over a join.
#include <heddle.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;

static void *write3(void *unused) {
  (void)unused;
  for (int i = 1; i <= 3; ++i) x = i;
  for (int i = 1; i <= 3; ++i) y = i;
  return 0;
}

int main(void) {
  pthread_t writer;
  pthread_create(&writer, 0, write3, 0);
  heddle_assume(x == 3 || y == 3);
  pthread_join(writer, 0);
  return 0;
}
