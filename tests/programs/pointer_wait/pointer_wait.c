#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct Message {
  int value;
};

_Atomic(struct Message *) box;
struct Message letter;

void *send(void *unused) {
  letter.value = 42;
  atomic_store_explicit(&box, &letter, memory_order_release);
  return unused;
}

void *receive(void *unused) {
  struct Message *message;
  while ((message = atomic_load_explicit(&box, memory_order_acquire)) == 0)
    ;
  assert(message->value == 42);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, receive, 0);
  pthread_create(&b, 0, send, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
