#include <heddle/heddle.h>

heddle_channel *channel;

int main(void) {
  heddle_channel_send(channel, 1);
}
