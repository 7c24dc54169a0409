// Clocks, and sleeping: time goes on, and an execution can be repeated.
#include <assert.h>
#include <errno.h>
#include <sched.h>
#include <stdint.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static int64_t nanoseconds(clockid_t clock) {
  struct timespec now;
  assert(clock_gettime(clock, &now) == 0 && now.tv_nsec >= 0 && now.tv_nsec < 1000000000);
  return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

static void sleeping(void) {
  const struct timespec moment = {.tv_nsec = 2000000}, wrong = {.tv_nsec = 1000000000};
  const int64_t before = nanoseconds(CLOCK_MONOTONIC);
  assert(nanosleep(&moment, 0) == 0);
  assert(nanoseconds(CLOCK_MONOTONIC) - before >= 2000000);
  assert(clock_nanosleep(CLOCK_MONOTONIC, 0, &moment, 0) == 0);
  assert(nanoseconds(CLOCK_MONOTONIC) - before >= 4000000);
  const int64_t until = nanoseconds(CLOCK_MONOTONIC) + 3000000;
  const struct timespec at = {.tv_sec = until / 1000000000, .tv_nsec = until % 1000000000};
  assert(clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &at, 0) == 0 && nanoseconds(CLOCK_MONOTONIC) >= until);
  assert(usleep(2000) == 0 && nanoseconds(CLOCK_MONOTONIC) - until >= 2000000);
  errno = 0;
  assert(nanosleep(&wrong, 0) == -1 && errno == EINVAL);
  assert(clock_nanosleep(CLOCK_MONOTONIC, 0, &wrong, 0) == EINVAL && clock_nanosleep(77777, 0, &moment, 0) == EINVAL);
  const time_t start = time(0);
  assert(sleep(1) == 0 && difftime(time(0), start) >= 1);
  assert(sched_yield() == 0);
}

int main(void) {
  struct timeval day;
  struct timespec spec, resolution;
  time_t stored;
  const time_t now = time(&stored);
  assert(now == stored && now > 1600000000);
  assert(gettimeofday(&day, 0) == 0 && day.tv_sec >= now && day.tv_usec >= 0 && day.tv_usec < 1000000);
  assert(timespec_get(&spec, TIME_UTC) == TIME_UTC && spec.tv_sec >= day.tv_sec);
  assert(timespec_get(&spec, 77) == 0);
  assert(clock_gettime(CLOCK_REALTIME, &spec) == 0 && spec.tv_sec >= now);
  assert(clock_getres(CLOCK_MONOTONIC, &resolution) == 0 && (resolution.tv_sec > 0 || resolution.tv_nsec > 0));
  errno = 0;
  assert(clock_gettime(77777, &spec) == -1 && errno == EINVAL);
  errno = 0;
  assert(clock_getres(77777, &spec) == -1 && errno == EINVAL);
  assert(nanoseconds(CLOCK_MONOTONIC) <= nanoseconds(CLOCK_MONOTONIC));
  const clock_t used = clock();
  assert(used >= 0 && clock() >= used);
  assert(difftime(7, 5) == 2.0);
  sleeping();
  return 0;
}
