// expect: safe
// executions: 2, libstdc++: 5
#include <cassert>
#include <future>
#include <thread>
int main() {
  std::promise<int> p;
  auto f = p.get_future();
  std::thread a([&] { p.set_value(3); });
  assert(f.get() == 3);
  a.join();
}
