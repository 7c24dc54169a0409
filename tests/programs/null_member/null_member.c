#include <pthread.h>

struct Node {
  long payload[20];
  int count;
};

void *touch(void *node) {
  ((struct Node *)node)->count = 1;
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, touch, 0);
  pthread_join(t, 0);
}
