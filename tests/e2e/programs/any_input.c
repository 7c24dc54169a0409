// The sum of an input and itself is even, whichever it is.
#include <assert.h>
#include <pthread.h>

extern unsigned __VERIFIER_nondet_uint(void);

static unsigned sum;

static void *add(void *input) {
  sum += *(unsigned *)input;
  return 0;
}

int main(void) {
  unsigned input = __VERIFIER_nondet_uint();
  pthread_t t;
  sum = input;
  pthread_create(&t, 0, add, &input);
  pthread_join(t, 0);
  assert(sum % 2 == 0);
}
