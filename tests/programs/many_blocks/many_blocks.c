#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

enum { kBlocks = 10000 };

void *work(void *unused) {
  int **blocks = malloc(kBlocks * sizeof *blocks);
  for (int i = 0; i < kBlocks; ++i) {
    blocks[i] = malloc(sizeof(int) * (1 + i % 7));
    *blocks[i] = i;
  }
  for (int i = 0; i < kBlocks; i += 2) free(blocks[i]);
  for (int i = 1; i < kBlocks; i += 2) {
    assert(*blocks[i] == i);
    free(blocks[i]);
  }
  free(blocks);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  work(0);
  pthread_join(t, 0);
}
