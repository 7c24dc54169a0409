#include <assert.h>
#include <pthread.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
static int flag, seen;

static void *waiter(void *unused) {
  while (1) {
    __VERIFIER_atomic_begin();
    int value = flag;
    __VERIFIER_atomic_end();
    if (value) break;
  }
  seen = 1;
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, waiter, 0);
  __VERIFIER_atomic_begin();
  flag = 1;
  __VERIFIER_atomic_end();
  pthread_join(thread, 0);
  assert(seen == 0);
}
