// expect: safe
// executions: 10, libstdc++: 139
#include <cassert>
#include <future>
#include <thread>
int main() {
  int x = 0;
  std::promise<void> p;
  auto f = p.get_future().share();
  std::thread a([&] {
    x = 1;
    p.set_value();
  });
  std::thread b([&, f] {
    f.wait();
    assert(x == 1);
  });
  f.get();
  assert(x == 1);
  a.join();
  b.join();
}
