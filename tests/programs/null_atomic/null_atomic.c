#include <stdatomic.h>

atomic_int *counter;

int main(void) {
  atomic_fetch_add(counter, 1);
}
