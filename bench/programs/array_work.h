// The frame of the programs that work on arrays: main does it, or, with
// -DIN_A_THREAD, a thread that main waits for. Each checks its result, so that
// nothing is optimised away and both sides are seen to compute the same.
#pragma once

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static void work(void);

static void *workInAThread(void *unused) {
  work();
  return unused;
}

int main(void) {
#ifdef IN_A_THREAD
  pthread_t thread;
  pthread_create(&thread, 0, workInAThread, 0);
  pthread_join(thread, 0);
#else
  (void)workInAThread;
  work();
#endif
  return 0;
}
