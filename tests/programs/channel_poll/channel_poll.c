#include <heddle/heddle.h>
#include <pthread.h>

heddle_channel *channel;
int got[2];

void *poller(void *number) {
  uint64_t message;
  got[(uint64_t)number] = heddle_channel_try_receive(channel, &message);
  return 0;
}

int main(void) {
  channel = heddle_channel_create();
  pthread_t a, b;
  pthread_create(&a, 0, poller, (void *)0);
  pthread_create(&b, 0, poller, (void *)1);
  heddle_channel_send(channel, 5);
  pthread_join(a, 0);
  pthread_join(b, 0);
  heddle_assert(got[0] + got[1] <= 1);
}
