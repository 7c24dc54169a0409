#include <time.h>

int main(void) {
  long nanoseconds = 0;
  nanosleep((struct timespec *)&nanoseconds, 0);
  return nanoseconds == 7;
}
