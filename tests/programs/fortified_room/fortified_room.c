#include <stddef.h>

int __snprintf_chk(char *to, size_t most, int flag, size_t room, const char *format, ...);

struct Pair {
  char first[4];
  char second[60];
} pair;

int main(void) {
  __snprintf_chk(pair.first, 9, 1, sizeof pair.first, "%d", 1);
  return 0;
}
