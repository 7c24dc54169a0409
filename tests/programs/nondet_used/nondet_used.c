// Inputs that are used for something, once the program knows that they are small.
#include <assert.h>
#include <pthread.h>

int __VERIFIER_nondet_int(void);
unsigned char __VERIFIER_nondet_uchar(void);
void __VERIFIER_assume(int);

int cells[4], seen;

void* fill(void* unused) {
  (void)unused;
  const int i = __VERIFIER_nondet_int();
  __VERIFIER_assume(0 <= i && i < 4);
  cells[i] = i + 1;
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, fill, 0);
  pthread_join(thread, 0);
  const unsigned char c = __VERIFIER_nondet_uchar();
  if (c > 2)
    seen = 3;
  else
    seen = c;
  assert(seen + cells[3] <= 7);
  return 0;
}
