#include <assert.h>

int step;
void nobody(void) __attribute__((weak));

__attribute__((constructor(102))) static void second(void) { assert(step++ == 1); }
__attribute__((constructor(101))) static void first(void) { assert(step++ == 0); }
__attribute__((constructor)) static void third(void) { assert(step++ == 2); }
__attribute__((destructor)) static void last(void) { assert(step++ == 4); }

int main(void) {
  assert(step++ == 3);
  if (nobody) nobody();
}
