volatile int zero;

int main(void) {
  if (zero == 0) __builtin_trap();
}
