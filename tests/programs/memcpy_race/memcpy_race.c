#include <pthread.h>
#include <string.h>

char buffer[16];

void *poke(void *unused) {
  buffer[11] = 'x';
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, poke, 0);
  const char *text = "fifteen letters";
  memcpy(buffer, text, strlen(text) + 1);
  pthread_join(t, 0);
}
