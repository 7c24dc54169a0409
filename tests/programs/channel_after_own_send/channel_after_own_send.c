// Who has sent a message itself finds one, be it another's that was sent before.
#include <assert.h>
#include <heddle/heddle.h>
#include <pthread.h>

static heddle_channel *channel;

static void *both(void *unused) {
  uint64_t value;
  heddle_channel_send(channel, 1);
  assert(heddle_channel_try_receive(channel, &value));
  return unused;
}

static void *sender(void *unused) {
  heddle_channel_send(channel, 2);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  channel = heddle_channel_create();
  pthread_create(&threads[0], 0, both, 0);
  pthread_create(&threads[1], 0, sender, 0);
  pthread_join(threads[0], 0);
  pthread_join(threads[1], 0);
}
