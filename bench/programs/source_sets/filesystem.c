// filesystem(N): N threads create a file each. An inode without a block gets
// the first free one from its preferred place on; inodes and blocks have a lock
// each (Flanagan and Godefroid, POPL 2005; Source Sets, Table 3).
//
// Threads i and i+13 prefer the same block, and nobody wants the next one. So
// up to 13 threads there is one trace; each further thread doubles them.
#include <pthread.h>
#include <stdint.h>

#ifndef N
#define N 14
#endif

enum { kInodes = 32, kBlocks = 26 };

static pthread_mutex_t inodeLocks[kInodes], blockLocks[kBlocks];
static int inodes[kInodes], busy[kBlocks];

static void takeBlock(int inode) {
  for (int block = inode * 2 % kBlocks;; block = (block + 1) % kBlocks) {
    pthread_mutex_lock(&blockLocks[block]);
    const int isFree = !busy[block];
    if (isFree) {
      busy[block] = 1;
      inodes[inode] = block + 1;
    }
    pthread_mutex_unlock(&blockLocks[block]);
    if (isFree) return;
  }
}

static void *create(void *number) {
  const int inode = (int)((intptr_t)number % kInodes);
  pthread_mutex_lock(&inodeLocks[inode]);
  if (inodes[inode] == 0) takeBlock(inode);
  pthread_mutex_unlock(&inodeLocks[inode]);
  return 0;
}

int main(void) {
  pthread_t threads[N];
  for (int i = 0; i < kInodes; i++) pthread_mutex_init(&inodeLocks[i], 0);
  for (int i = 0; i < kBlocks; i++) pthread_mutex_init(&blockLocks[i], 0);
  for (intptr_t i = 0; i < N; i++) pthread_create(&threads[i], 0, create, (void *)i);
  for (int i = 0; i < N; i++) pthread_join(threads[i], 0);
  return 0;
}
