#include <assert.h>
#include <pthread.h>

pthread_spinlock_t lock;
int counter;

void *add(void *unused) {
  pthread_spin_lock(&lock);
  ++counter;
  pthread_spin_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
  pthread_create(&a, 0, add, 0);
  pthread_create(&b, 0, add, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(counter == 2);
  assert(pthread_spin_trylock(&lock) == 0);
  pthread_spin_unlock(&lock);
  pthread_spin_destroy(&lock);
}
