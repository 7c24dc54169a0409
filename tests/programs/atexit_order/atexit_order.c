#include <assert.h>
#include <stdlib.h>
#include <string.h>

char order[8];

void last(void) {
  strcat(order, "3");
  assert(strcmp(order, "m123") == 0);
}
void nested(void) { strcat(order, "2"); }
void first(void) {
  strcat(order, "1");
  atexit(nested);
}

int main(void) {
  atexit(last);
  atexit(first);
  strcat(order, "m");
}
