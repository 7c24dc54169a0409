// expect: safe
// executions: 2
#include <atomic>
#include <cassert>
#include <thread>
std::atomic_flag f;
int x;
int main() {
  auto g = [] {
    while (f.test_and_set(std::memory_order_acquire));
    x++;
    f.clear(std::memory_order_release);
  };
  std::thread t(g);
  g();
  t.join();
  assert(x == 2);
}
