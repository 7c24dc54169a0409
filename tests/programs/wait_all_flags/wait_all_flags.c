#include <pthread.h>
#include <stdatomic.h>

atomic_int flag[2];

void *setter(void *which) {
  atomic_store((atomic_int *)which, 1);
  return 0;
}

int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; ++i) pthread_create(&t[i], 0, setter, &flag[i]);
  for (;;) {
    int all = 1;
    for (int i = 0; i < 2; ++i)
      if (!atomic_load(&flag[i])) all = 0;
    if (all) break;
  }
  for (int i = 0; i < 2; ++i) pthread_join(t[i], 0);
}
