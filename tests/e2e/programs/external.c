// Calls a function of the C library that Heddle has no model of.
int getpagesize(void);

int least = 1;

int main(void) {
  return getpagesize() < least;
}
