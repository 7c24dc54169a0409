#include <pthread.h>

int flag[2];

void *waiter(void *unused) {
  for (;;) {
    int all = 1;
    for (int i = 0; i < 2; ++i)
      if (!flag[i]) all = 0;
    if (all) break;
  }
  return unused;
}

int main(void) {
  pthread_t t;
  flag[0] = 1;
  pthread_create(&t, 0, waiter, 0);
  pthread_join(t, 0);
}
