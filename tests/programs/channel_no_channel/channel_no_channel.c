#include <heddle/heddle.h>

int x;

int main(void) {
  heddle_channel_receive((heddle_channel *)&x);
}
