#include <assert.h>

unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned char value = __VERIFIER_nondet_uchar();
#ifdef SAFE
  assert(value <= 255);
#else
  assert(value != 200);
#endif
}
