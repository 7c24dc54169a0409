volatile int spin = 1;

int main(void) {
  while (1)
    ;
  return spin;
}
