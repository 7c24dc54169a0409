#include <heddle/heddle.h>

int main(void) {
  const uint64_t values[] = {0, 1, UINT64_MAX, (uint64_t)1 << 63};
  heddle_channel *channel = heddle_channel_create();
  uint64_t message = 9;
  heddle_assert(!heddle_channel_try_receive(channel, &message) && message == 9);
  for (int i = 0; i < 4; ++i) heddle_channel_send(channel, values[i]);
  heddle_assert(heddle_channel_receive(channel) == values[0]);
  for (int i = 1; i < 4; ++i) heddle_assert(heddle_channel_try_receive(channel, &message) && message == values[i]);
  heddle_assert(!heddle_channel_try_receive(channel, &message));
}
