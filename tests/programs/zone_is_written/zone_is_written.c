#include <assert.h>
#include <sys/time.h>

int main(void) {
  struct timeval now;
  struct timezone zone = {7, 7};
  gettimeofday(&now, &zone);
  assert(zone.tz_minuteswest == 7);
}
