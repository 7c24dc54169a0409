#include <stdint.h>

int main(void) {
  int *p = (int *)(uintptr_t)0x123456789abc;
  *p = 1;
}
