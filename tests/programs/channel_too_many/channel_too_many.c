#include <heddle/heddle.h>

int main(void) {
  heddle_channel *channel = heddle_channel_create();
  for (int i = 0; i < 1024; ++i) heddle_channel_send(channel, i);
  for (int i = 0; i < 1024; ++i) heddle_assert(heddle_channel_receive(channel) == (uint64_t)i);
  heddle_channel_send(channel, 0);
}
