#include <heddle/heddle.h>

int main(void) {
  unsigned a = 3, b, c;
#if defined(__aarch64__)
  __asm__("add %w0, %w2, #1\n\tlsl %w1, %w2, #4" : "=&r"(b), "=r"(c) : "r"(a) : "cc");
  __asm__ volatile("neg %w0, %w0" : "+r"(a));
#else
  __asm__("leal 1(%2), %0\n\tmovl %2, %1; shll $4, %1" : "=&r"(b), "=r"(c) : "r"(a) : "cc");
  __asm__ volatile("negl %0" : "+r"(a));
#endif
  heddle_assert(b == 4 && c == 48 && a == -3U);
}
