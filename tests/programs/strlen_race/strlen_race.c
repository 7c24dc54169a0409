#include <pthread.h>
#include <string.h>

char text[16] = "warp and weft";

void *cut(void *unused) {
  text[4] = 0;
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, cut, 0);
  size_t length = strlen(text);
  pthread_join(t, 0);
  return (int)length;
}
