#include <heddle/heddle.h>
#include <pthread.h>

enum { MESSAGES = 3 };
heddle_channel *channel;
int data[MESSAGES];

void *producer(void *unused) {
  for (int i = 0; i < MESSAGES; ++i) {
    data[i] = i * i;
    heddle_channel_send(channel, i);
  }
  return unused;
}

int main(void) {
  channel = heddle_channel_create();
  pthread_t t;
  pthread_create(&t, 0, producer, 0);
  for (int i = 0; i < MESSAGES; ++i) {
    uint64_t message = heddle_channel_receive(channel);
    heddle_assert(message == (uint64_t)i);
    heddle_assert(data[message] == i * i);
  }
  pthread_join(t, 0);
}
