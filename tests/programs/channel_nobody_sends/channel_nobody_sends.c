#include <heddle/heddle.h>
#include <pthread.h>

heddle_channel *requests, *answers;

void *server(void *unused) {
  uint64_t request = heddle_channel_receive(requests);
  heddle_channel_send(answers, request + 1);
  return unused;
}

int main(void) {
  requests = heddle_channel_create();
  answers = heddle_channel_create();
  pthread_t t;
  pthread_create(&t, 0, server, 0);
  heddle_channel_send(requests, 1);
  heddle_assert(heddle_channel_receive(answers) == 2);
  heddle_channel_receive(answers);
  pthread_join(t, 0);
}
