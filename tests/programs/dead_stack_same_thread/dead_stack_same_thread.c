int *kept;

static void __attribute__((noinline)) keep(void) {
  int local = 3;
  kept = &local;
}

int main(void) {
  keep();
  return *kept;
}
