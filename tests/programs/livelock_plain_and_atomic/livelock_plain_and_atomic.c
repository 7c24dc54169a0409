// A thread stores plainly to a word that it loads atomically, again and again.
#include <pthread.h>

int word;
int *shared;

void *turns(void *unused) {
  for (;;) {
    word = 2;
    int *found = __atomic_load_n(&shared, __ATOMIC_SEQ_CST);
    if (found) __atomic_load_n(found, __ATOMIC_SEQ_CST);
  }
  return unused;
}

void *sets(void *unused) {
  __atomic_store_n(&shared, &word, __ATOMIC_SEQ_CST);
  return unused;
}

int main(void) {
  pthread_t t[2];
  pthread_create(&t[0], 0, turns, 0);
  pthread_create(&t[1], 0, sets, 0);
  for (int i = 0; i < 2; ++i) pthread_join(t[i], 0);
}
