// expect: safe
// executions: 2, libstdc++: 8
#include <cassert>
#include <chrono>
#include <thread>
using namespace std::chrono_literals;
#include <future>
int main() {
  std::promise<int> p;
  auto f = p.get_future();
  std::thread a([&] { p.set_value(3); });
  auto s = f.wait_for(1ms);
  assert(s != std::future_status::deferred);
  a.join();
  assert(f.wait_for(0s) == std::future_status::ready);
}
