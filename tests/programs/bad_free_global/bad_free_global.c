#include <stdlib.h>

int table[4];

int main(void) {
  int *p = table;
  free(p);
}
