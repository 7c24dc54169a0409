/* What libc++.so has of <chrono> and <random>: clocks, and the device, which gives the same numbers in each execution.
 */
#include <time.h>
#include <unistd.h>

#include <chrono>
#include <random>
#include <string>

namespace std {
inline namespace __1 {

namespace {

chrono::nanoseconds now(clockid_t clock) {
  timespec time;
  clock_gettime(clock, &time);
  return chrono::seconds(time.tv_sec) + chrono::nanoseconds(time.tv_nsec);
}

}  // namespace

namespace chrono {

const bool system_clock::is_steady;
const bool steady_clock::is_steady;

system_clock::time_point system_clock::now() noexcept {
  return time_point(duration_cast<microseconds>(__1::now(CLOCK_REALTIME)));
}
time_t system_clock::to_time_t(const time_point& time) noexcept {
  return duration_cast<seconds>(time.time_since_epoch()).count();
}
system_clock::time_point system_clock::from_time_t(time_t time) noexcept { return time_point(seconds(time)); }
steady_clock::time_point steady_clock::now() noexcept { return time_point(__1::now(CLOCK_MONOTONIC)); }

}  // namespace chrono

random_device::random_device(const string&) {}
random_device::~random_device() {}
unsigned random_device::operator()() {
  unsigned value = 0;
  getentropy(&value, sizeof(value));
  return value;
}
double random_device::entropy() const noexcept { return 0; }

}  // namespace __1
}  // namespace std
