#include <assert.h>
#include <stdatomic.h>

static atomic_int word;

int main(void) {
  int expected = 0;
  assert(atomic_compare_exchange_weak(&word, &expected, 1));  // may fail for no reason
}
