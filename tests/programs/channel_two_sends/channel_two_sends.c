#include <heddle/heddle.h>
#include <pthread.h>

heddle_channel *channel;

void *receiver(void *unused) {
  uint64_t message;
  for (uint64_t expected = 1; expected <= 2; ++expected) {
    if (!heddle_channel_try_receive(channel, &message)) return unused;
    heddle_assert(message == expected);
  }
  return unused;
}

int main(void) {
  channel = heddle_channel_create();
  pthread_t q;
  pthread_create(&q, 0, receiver, 0);
  heddle_channel_send(channel, 1);
  heddle_channel_send(channel, 2);
  pthread_join(q, 0);
}
