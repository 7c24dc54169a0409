static void __attribute__((noinline)) fill(int *to, int count) {
  for (int i = 0; i < count; ++i) to[i] = i;
}

int main(void) {
  int numbers[4];
  fill(numbers, 5);
  return numbers[3];
}
