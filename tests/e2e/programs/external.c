// Calls a function of the C library that Heddle has no model of.
int get_nprocs(void);

int impossible = -1;

int main(void) {
  return get_nprocs() == impossible;
}
