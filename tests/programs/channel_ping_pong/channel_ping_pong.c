#include <heddle/heddle.h>
#include <pthread.h>

heddle_channel *there, *back;
int ball; /* whose turn it is, nobody else touches it */

void *other(void *unused) {
  for (int i = 0; i < 3; ++i) {
    heddle_channel_receive(there);
    ++ball;
    heddle_channel_send(back, 0);
  }
  return unused;
}

int main(void) {
  there = heddle_channel_create();
  back = heddle_channel_create();
  pthread_t t;
  pthread_create(&t, 0, other, 0);
  for (int i = 0; i < 3; ++i) {
    ++ball;
    heddle_channel_send(there, 0);
    heddle_channel_receive(back);
  }
  pthread_join(t, 0);
  heddle_assert(ball == 6);
}
