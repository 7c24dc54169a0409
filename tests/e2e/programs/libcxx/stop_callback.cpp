// expect: safe
// flags: -fexperimental-library
#include <atomic>
#include <cassert>
#include <stop_token>
#include <thread>
int main() {
  std::stop_source s;
  std::atomic<int> n{0};
  std::thread t([&] { std::stop_callback c(s.get_token(), [&] { n++; }); });
  s.request_stop();
  t.join();
  assert(n <= 1);
}
