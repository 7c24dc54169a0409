#include <heddle/heddle.h>
#include <pthread.h>

heddle_channel *channel;

void *sender(void *message) {
  heddle_channel_send(channel, (uint64_t)message);
  return 0;
}

int main(void) {
  channel = heddle_channel_create();
  pthread_t a, b;
  pthread_create(&a, 0, sender, (void *)1);
  pthread_create(&b, 0, sender, (void *)2);
  uint64_t first = heddle_channel_receive(channel);
  uint64_t second = heddle_channel_receive(channel);
  heddle_assert(first + second == 3);
  heddle_assert(first < second);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
