// Far more orders of the stores than anybody can run; the assertion cares for none of them.
#include <assert.h>
#include <pthread.h>

static int x;

static void *stores(void *value) {
  for (int i = 0; i < 8; ++i) x = *(int *)value;
  return 0;
}

int main(void) {
  static int values[] = {1, 2, 3};
  pthread_t t[3];
  for (int i = 0; i < 3; ++i) pthread_create(&t[i], 0, stores, &values[i]);
  assert(x <= 3);
  for (int i = 0; i < 3; ++i) pthread_join(t[i], 0);
}
