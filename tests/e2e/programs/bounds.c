// More threads, or calls inside each other, than bmc has at first.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

#ifdef THREADS
static atomic_int count;
static void *add(void *unused) {
  count++;
  return unused;
}
int main(void) {
  pthread_t thread;
  const unsigned threads = __VERIFIER_nondet_uint();
  __VERIFIER_assume(threads <= THREADS);
  for (unsigned i = 0; i < threads; i++) pthread_create(&thread, 0, add, 0);
  assert(count != THREADS);
}
#endif

#ifdef DEPTH
static int sum(int n) { return n == 0 ? 0 : n + sum(n - 1); }
int main(void) {
  const unsigned n = __VERIFIER_nondet_uint();
  __VERIFIER_assume(n <= DEPTH);
#ifdef SAFE
  assert(sum((int)n) <= DEPTH * (DEPTH + 1) / 2);
#else
  assert(sum((int)n) != DEPTH * (DEPTH + 1) / 2);
#endif
}
#endif
