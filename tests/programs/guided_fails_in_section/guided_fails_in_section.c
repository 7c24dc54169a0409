// Who fails in a section does not give the lock back, which others need who have nothing to do with the section.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int value;
static atomic_int flag;
static void* count(void* unused) {
  pthread_mutex_lock(&lock);
  value++;
  pthread_mutex_unlock(&lock);
  assert(atomic_load(&flag) == 0);
  return unused;
}
static void* raise(void* unused) {
  atomic_store(&flag, 1);
  return unused;
}
int main(void) {
  pthread_t counting, raising;
  pthread_create(&counting, 0, count, 0);
  pthread_create(&raising, 0, raise, 0);
  pthread_mutex_lock(&lock);
  assert(value == 1);
  pthread_mutex_unlock(&lock);
}
