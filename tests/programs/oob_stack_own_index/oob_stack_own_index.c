volatile int count = 6;

int main(void) {
  int table[5] = {0};
  int n = count, sum = 0;
  for (int i = 0; i < n; ++i) table[i] = i;
  for (int i = 0; i < 5; ++i) sum += table[i];
  return sum;
}
