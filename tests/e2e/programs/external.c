// Calls a function of libm that Heddle has no model of and no reason to know.
double lgamma(double);

volatile double input = 3.0;

int main(void) {
  return lgamma(input) > 100.0;
}
