volatile int key = 3;

static int __attribute__((noinline)) find(int k) {
  if (k == 1) return 10;
}

int main() { return find(key); }
