// expect: safe
// executions: 6, libstdc++: 2
#include <cassert>
#include <mutex>
#include <thread>
std::once_flag f;
int x;
int main() {
  auto g = [] {
    std::call_once(f, [](int by) { x += by; }, 2);
    assert(x == 2);
  };
  std::thread a(g), b(g);
  a.join();
  b.join();
}
