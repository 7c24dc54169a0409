volatile int spin;

int main(void) {
  while (1)
    ++spin;
  return spin;
}
