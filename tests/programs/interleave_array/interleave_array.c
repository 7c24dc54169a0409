#include <pthread.h>

int indexOf = 1, table[4], got;

void *change(void *unused) {
  indexOf = 7;
  return unused;
}

int main(void) {
  pthread_t t;
  int r = 0;
  pthread_create(&t, 0, change, 0);
  if (indexOf < 4)
    r = table[indexOf];
  pthread_join(t, 0);
  return r;
}
