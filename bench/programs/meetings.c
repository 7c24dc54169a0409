// COUNT times OPERATION in a thread of its own, on whatever threads meet at.
#define _GNU_SOURCE
#include <linux/futex.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <threads.h>
#include <unistd.h>

static atomic_int word;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER, recursive;
static mtx_t c11;
static pthread_rwlock_t both = PTHREAD_RWLOCK_INITIALIZER;
static pthread_spinlock_t spin;
static sem_t semaphore;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static pthread_barrier_t barrier;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_key_t key;

static void nothing(void) {}

static void *worker(void *unused) {
  (void)unused;
  long sum = 0;
  pthread_once(&once, nothing);
  for (int i = 0; i < COUNT; i++) OPERATION;
  return (void *)sum;
}

int main(void) {
  pthread_mutexattr_t kind;
  pthread_mutexattr_init(&kind);
  pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(&recursive, &kind);
  mtx_init(&c11, mtx_plain);
  pthread_spin_init(&spin, 0);
  sem_init(&semaphore, 0, 0);
  pthread_barrier_init(&barrier, 0, 1);
  pthread_key_create(&key, 0);
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  pthread_join(thread, 0);
}
