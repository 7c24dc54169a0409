#include <heddle/heddle.h>
#include <pthread.h>

heddle_channel *channel;
uint64_t got[2];

void *receiver(void *number) {
  got[(uint64_t)number] = heddle_channel_receive(channel);
  return 0;
}

int main(void) {
  channel = heddle_channel_create();
  heddle_channel_send(channel, 1);
  heddle_channel_send(channel, 2);
  pthread_t a, b;
  pthread_create(&a, 0, receiver, (void *)0);
  pthread_create(&b, 0, receiver, (void *)1);
  pthread_join(a, 0);
  pthread_join(b, 0);
  heddle_assert(got[0] + got[1] == 3);
}
