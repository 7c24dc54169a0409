#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

_Atomic(int *) mailbox;

void *sender(void *unused) {
  int *message = malloc(sizeof *message);
  *message = 7;
  atomic_store_explicit(&mailbox, message, memory_order_release);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, sender, 0);
  int *message = atomic_load_explicit(&mailbox, memory_order_acquire);
  if (message != 0) {
    assert(*message == 7);
    free(message);
  }
  pthread_join(t, 0);
  if (message == 0) free(atomic_load(&mailbox));
}
