#include <setjmp.h>

static jmp_buf back;

static int set(void) { return setjmp(back); }

static void jump(int depth) {
  if (depth == 0) longjmp(back, 1);
  jump(depth - 1);
}

int main(void) {
  if (set() == 0) jump(5);
}
