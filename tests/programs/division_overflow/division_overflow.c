#include <limits.h>

volatile int lowest = INT_MIN, minusOne = -1;

int main(void) {
  unsigned fine = (unsigned)lowest / (unsigned)minusOne;
  fine += (unsigned)((lowest + 1) / minusOne);
  long wide = (long)lowest / minusOne;
  return lowest % minusOne + (int)fine + (int)wide;
}
