#include <unistd.h>

int main(void) {
  if (fork() == 0) return 1;
  return 0;
}
