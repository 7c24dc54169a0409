#include <pthread.h>
#include <stdatomic.h>

atomic_int flag[2];

void *setter(void *unused) {
  atomic_store(&flag[0], 1);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, setter, 0);
  for (;;) {
    int all = 1;
    for (int i = 0; i < 2; ++i)
      if (!atomic_load(&flag[i])) all = 0;
    if (all) break;
  }
  pthread_join(t, 0);
}
