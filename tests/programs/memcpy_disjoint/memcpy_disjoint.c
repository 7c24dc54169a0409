#include <assert.h>
#include <pthread.h>
#include <string.h>

char buffer[14];

void *lower(void *unused) {
  memcpy(buffer, "heddles", 7);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, lower, 0);
  memcpy(buffer + 7, " weave", 7);
  pthread_join(t, 0);
  assert(strcmp(buffer, "heddles weave") == 0);
}
