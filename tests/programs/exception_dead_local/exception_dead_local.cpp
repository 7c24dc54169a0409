int* kept;

static void __attribute__((noinline)) thrower() {
  int local[16] = {1};
  kept = local;
  throw 1;
}

int main() {
  try {
    thrower();
  } catch (int) {
  }
  return kept[3];
}
