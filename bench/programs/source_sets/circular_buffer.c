// circular buffer(N): a sender and a receiver take one mutex N times each, and
// take turns through two flags (after circular_buffer of SCTBench).
//
// All that is shared is under the mutex, so a trace is an order of the 2N
// critical sections: C(2N, N). Whether a section finds its flag set changes
// what it does, not how many there are.
#include <assert.h>
#include <pthread.h>

#ifndef N
#define N 4
#endif

enum { kSlots = 10 };

static pthread_mutex_t mutex;
static int buffer[kSlots], in, out, last;
static int mayPut = 1, mayTake;

static void *put(void *unused) {
  for (int i = 0; i < N; i++) {
    pthread_mutex_lock(&mutex);
    if (mayPut) {
      buffer[in] = last = i;
      in = (in + 1) % kSlots;
      mayPut = 0;
      mayTake = 1;
    }
    pthread_mutex_unlock(&mutex);
  }
  return unused;
}

static void *take(void *unused) {
  for (int i = 0; i < N; i++) {
    pthread_mutex_lock(&mutex);
    if (mayTake) {
      assert(buffer[out] == last);
      out = (out + 1) % kSlots;
      mayTake = 0;
      mayPut = 1;
    }
    pthread_mutex_unlock(&mutex);
  }
  return unused;
}

int main(void) {
  pthread_t sender, receiver;
  pthread_mutex_init(&mutex, 0);
  pthread_create(&sender, 0, put, 0);
  pthread_create(&receiver, 0, take, 0);
  pthread_join(sender, 0);
  pthread_join(receiver, 0);
  return 0;
}
