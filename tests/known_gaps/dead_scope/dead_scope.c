int *kept;

static void __attribute__((noinline)) keep(int *p) { kept = p; }

int main(void) {
  {
    int inner[8] = {1};
    keep(inner);
  }
  return kept[2];
}
