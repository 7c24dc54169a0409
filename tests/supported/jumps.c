// setjmp within a thread.
#include <assert.h>
#include <setjmp.h>

void __longjmp_chk(jmp_buf to, int value) __attribute__((__noreturn__));

static jmp_buf plain;
static sigjmp_buf withMask;

static void jump(int way) {
  switch (way) {
    case 0: longjmp(plain, 5);
    case 1: _longjmp(plain, 0);  // 0 becomes 1
    case 2: __longjmp_chk(plain, 7);
    default: siglongjmp(withMask, 8);
  }
}

int main(void) {
  volatile int jumps = 0;
  switch (setjmp(plain)) {
    case 0: jump(0); break;
    case 5: ++jumps; break;
    default: assert(0);
  }
  switch (_setjmp(plain)) {
    case 0: jump(1); break;
    case 1: ++jumps; break;
    default: assert(0);
  }
  switch (setjmp(plain)) {
    case 0: jump(2); break;
    case 7: ++jumps; break;
    default: assert(0);
  }
  switch (sigsetjmp(withMask, 0)) {
    case 0: jump(3); break;
    case 8: ++jumps; break;
    default: assert(0);
  }
  assert(jumps == 4);
  return 0;
}
