static int *same(int *p) { return p; }

static int *__attribute__((noinline)) second(int n) {
  int numbers[4];
  for (int i = 0; i < 4; ++i) numbers[i] = n;
  return same(&numbers[1]);
}

int main(void) {
  int *p = second(3);
  return *p;
}
