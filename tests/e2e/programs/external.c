// Calls a function of the C library that Heddle has no model of.
long gethostid(void);

long impossible = 1L << 40;

int main(void) {
  return gethostid() == impossible;
}
