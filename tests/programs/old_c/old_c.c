// C as it once was written.
pthread_mutex_lock();
pthread_mutex_unlock();

static long mutex[8];
int shared;

inline int twice(int value) { return 2 * value; }

add(n, times)
  int n;
  char times;
{
  int i;
  for (i = 0; i < times; ++i) {
    pthread_mutex_lock(mutex);
    shared += twice(n);
    pthread_mutex_unlock(mutex);
  }
}

void *worker(void *argument) {
  int n = argument;
  add(n, 1);
  return n;
}

main() {
  unsigned long thread;
  void *result;
  pthread_create(&thread, 0, worker, 3);
  add(1, 1);
  pthread_join(thread, &result);
  if (shared != 8 || result != 3) abort();
}
