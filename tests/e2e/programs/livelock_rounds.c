#include <stdatomic.h>

atomic_int flag[2];

/* Waits until all flags are set; one never is. */
int main(void) {
  atomic_store(&flag[0], 1);
  for (;;) {
    int all = 1;
    for (int i = 0; i < 2; ++i)
      if (!atomic_load(&flag[i])) all = 0;
    if (all) break;
  }
}
