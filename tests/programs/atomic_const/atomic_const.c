#include <stdatomic.h>

static const int fixed = 3;

int main(void) {
  atomic_store((atomic_int *)&fixed, 4);
  return fixed;
}
