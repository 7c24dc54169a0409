// A sleep of no valid time sets errno, and "%m" reads it.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

static atomic_int flag;

static void *setter(void *unused) {
  atomic_store(&flag, 1);
  return 0;
}

int main(void) {
  pthread_t thread;
  char text[64], before[64];
  struct timespec wrong = {0, 2000000000};
  snprintf(before, sizeof(before), "%m");
  pthread_create(&thread, 0, setter, 0);
  while (!atomic_load(&flag)) nanosleep(&wrong, 0);  // EINVAL
  snprintf(text, sizeof(text), "%-1m");
  assert(strcmp(before, text) == 0);
  pthread_join(thread, 0);
  return 0;
}
