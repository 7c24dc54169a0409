// Between each access and the assume, or the test, about it several ways join.
#include <heddle.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int a, b, c, d, e;

static void *write3(void *unused) {
  (void)unused;
  for (int i = 1; i <= 3; ++i) a = i;
  for (int i = 1; i <= 3; ++i) b = i;
  for (int i = 1; i <= 3; ++i) c = i;
  for (int i = 1; i <= 3; ++i) d = i;
  for (int i = 1; i <= 3; ++i) e = i;
  return 0;
}

static void *read3(void *unused) {
  (void)unused;
  heddle_assume(a == 3 && b == 3);

  int expected = 3;
  heddle_assume(atomic_compare_exchange_strong(&c, &expected, 7));

  int distance, found = d;
  if (found > 1)
    distance = found - 3;
  else
    distance = found - 7;
  heddle_assume(distance == 0);

  while (1) {
    int next = 0, seen = e;
    if (seen == 3) next = seen;
    if (++next == 4) break;
  }
  return 0;
}

int main(void) {
  pthread_t writer, reader;
  pthread_create(&writer, 0, write3, 0);
  pthread_create(&reader, 0, read3, 0);
  pthread_join(writer, 0);
  pthread_join(reader, 0);
  return 0;
}
