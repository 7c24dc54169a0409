#include <stdlib.h>

void drop(void *p) {
  free(p);
}

int main(void) {
  int local = 1;
  drop(&local);
}
