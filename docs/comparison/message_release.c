#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static int message;
static atomic_int sent;

static void *sender(void *unused) {
  message = 42;
  atomic_store_explicit(&sent, 1, memory_order_release);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, sender, NULL);
  if (atomic_load_explicit(&sent, memory_order_acquire))
    assert(message == 42);
  pthread_join(thread, NULL);
}
