// What a function of the program returns to the library decides what the library returns.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int flag;
static int compare(const void* key, const void* element) {
  (void)key, (void)element;
  return atomic_load(&flag) ? 0 : 1;
}
static void* raise(void* unused) {
  atomic_store(&flag, 1);
  return unused;
}
int main(void) {
  pthread_t thread;
  const int key = 1, element = 2;
  pthread_create(&thread, 0, raise, 0);
  const void* const found = bsearch(&key, &element, 1, sizeof element, compare);
  pthread_join(thread, 0);
  assert(found == 0);
}
