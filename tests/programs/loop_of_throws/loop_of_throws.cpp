#include <cassert>

static int __attribute__((noinline)) touch(int* p, int n) {
  for (int i = 0; i < n; ++i) p[i] = i;
  return p[n - 1];
}

static void __attribute__((noinline)) thrower(int n) {
  int local[24];
  int last = touch(local, n);
  if (n % 2 == 0) {
    thrower(n - 1);
  } else {
    throw last;
  }
}

static int __attribute__((noinline)) other(int n) {
  int before[3] = {0}, here[40] = {0};
  return touch(here, n) + touch(before, 3);
}

int main() {
  int sum = 0;
  for (int n = 1; n <= 24; ++n) {
    try {
      thrower(n);
    } catch (int last) {
      sum += last;
    }
    sum += other(n + 10);
  }
  assert(sum == 264 + 24 * 2 + 516);
}
