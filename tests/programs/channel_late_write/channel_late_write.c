#include <heddle/heddle.h>
#include <pthread.h>

heddle_channel *channel;
int data;

void *producer(void *unused) {
  heddle_channel_send(channel, 7);
  data = 1;
  return unused;
}

int main(void) {
  channel = heddle_channel_create();
  pthread_t t;
  pthread_create(&t, 0, producer, 0);
  heddle_channel_receive(channel);
  int seen = data;
  pthread_join(t, 0);
  return seen;
}
