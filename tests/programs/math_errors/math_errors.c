#include <assert.h>
#include <errno.h>
#include <math.h>
volatile double negative = -1, large = 1e308;
int main(void) {
  errno = 0;
  double a = log(negative);
  assert(isnan(a) && errno == EDOM);
  errno = 0;
  double b = exp(large);
  assert(isinf(b) && errno == ERANGE);
  errno = 7;
  assert(sqrt(4) == 2 && errno == 7);
}
