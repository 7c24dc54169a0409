#include <assert.h>
#include <pthread.h>
#include <string.h>

char from[16] = "aaaaaaaaaaaaaaa", to[16];

void *overwrite(void *unused) {
  memset(from, 'b', 15);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, overwrite, 0);
  memcpy(to, from, sizeof to);
  pthread_join(t, 0);
  assert(strcmp(to, "aaaaaaaaaaaaaaa") == 0 || strcmp(to, "bbbbbbbbbbbbbbb") == 0);
}
