// heddle.h: choices, assumptions, channels.
#include <assert.h>
#include <heddle/heddle.h>
#include <pthread.h>

static heddle_channel* channel;
static int data;

static void* sends(void* argument) {
  data = 3;
  heddle_channel_send(channel, 42);
  heddle_channel_send(channel, 43);
  return argument;
}

int main(void) {
  const unsigned which = heddle_choose(3);
  assert(which < 3);
  heddle_assume(which == 1 || which == 0);
  assert(which < 2);

  pthread_t thread;
  uint64_t value = 0;
  channel = heddle_channel_create();
  assert(heddle_channel_try_receive(channel, &value) == 0);
  assert(pthread_create(&thread, 0, sends, 0) == 0);
  assert(heddle_channel_receive(channel) == 42 && data == 3);
  assert(pthread_join(thread, 0) == 0);
  assert(heddle_channel_try_receive(channel, &value) == 1 && value == 43);
  assert(heddle_channel_try_receive(channel, &value) == 0);
  return 0;
}
