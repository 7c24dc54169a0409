int main(void) {
  long x;
#if defined(__aarch64__)
  __asm__("add %0, sp, #16" : "=r"(x));
#else
  __asm__("movq %%rsp, %0" : "=r"(x));
#endif
  return x == 0;
}
