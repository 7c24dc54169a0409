#include <string.h>

char small[8], large[16];

int main(void) {
  size_t bytes = sizeof large;
  memcpy(large, small, bytes);
  return large[15];
}
