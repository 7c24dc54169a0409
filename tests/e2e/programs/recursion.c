// Recursion without end.
int deeper(volatile int *n) {
  volatile int here = *n + 1;
  return deeper(&here) + here;
}

int main(void) {
  volatile int zero = 0;
  return deeper(&zero);
}
