static void __attribute__((noinline)) thrower() {
  throw 1;
}

static void __attribute__((noinline)) promises() noexcept { thrower(); }

int main() {
  try {
    promises();
  } catch (int) {
    return 1;
  }
}
