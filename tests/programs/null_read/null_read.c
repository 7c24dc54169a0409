#include <stddef.h>

int *find(int key) { return key > 10 ? &(int){1} : NULL; }

int main(void) {
  int *p = find(3);
  return *p;
}
