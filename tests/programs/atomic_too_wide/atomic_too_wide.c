#include <stdatomic.h>

typedef struct {
  long a, b, c;
} Triple;

_Atomic Triple triple;

int main(void) {
  atomic_store(&triple, ((Triple){1, 2, 3}));
}
