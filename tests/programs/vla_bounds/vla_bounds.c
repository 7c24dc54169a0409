static void __attribute__((noinline)) fill(char *to, int count) {
  for (int i = 0; i < count; ++i) to[i] = 'x';
}

static int __attribute__((noinline)) use(int n) {
  char room[n];
  fill(room, n + 1);
  return room[0];
}

int main(void) { return use(13); }
