#define _GNU_SOURCE
#include <pthread.h>

static void *run(void *argument) { return argument; }

int main(void) {
  char name[16];
  pthread_t thread;
  pthread_create(&thread, 0, run, 0);
  pthread_join(thread, 0);
  return pthread_getname_np(thread, name, sizeof name);
}
