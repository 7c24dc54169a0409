int main(void) {
  long x = 1;
  __asm__ volatile("nop # %0" : "+m"(x));
  return 0;
}
