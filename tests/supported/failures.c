// Each way to fail is found, as the kind that it is.
// violations: assertion x6 abort x3
// native: no, it fails
#include <assert.h>
#include <heddle/heddle.h>
#include <stdlib.h>

void __assert(const char* expression, const char* file, int line);
void trap(void) __asm__("__builtin_trap");  // what becomes of trap instructions

int main(void) {
  switch (heddle_choose(9)) {
    case 0: assert(!"this"); break;
    case 1: __assert("that", __FILE__, __LINE__); break;
    case 2: heddle_assert(!"something"); break;
    case 3: __VERIFIER_assert(0); break;
    case 4: __VERIFIER_error(); break;
    case 5: reach_error(); break;
    case 6: abort();
    case 7: trap(); break;
    default: __builtin_trap();
  }
  return 0;
}
