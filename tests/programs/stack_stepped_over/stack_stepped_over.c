#include <pthread.h>

/* More than the stack, or once more than all that is left of it. */
void *large(void *unused) {
#ifdef STEPS
  for (int i = 0; i < 10; ++i) ((volatile char *)__builtin_alloca(4000000))[0] = 1;
#else
  volatile char all[SIZE];
  all[0] = 1;
#endif
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, large, 0);
  pthread_join(t, 0);
}
