// expect: safe
// executions: 58, libstdc++: 4
#include <cassert>
#include <shared_mutex>
#include <thread>
std::shared_mutex m;
int x;
int main() {
  std::thread a([] {
    std::shared_lock g(m);
    int y = x;
    assert(x == y);
  });
  std::thread b([] {
    std::lock_guard g(m);
    x++;
  });
  {
    std::shared_lock g(m);
    assert(x <= 1);
  }
  a.join();
  b.join();
  assert(x == 1);
}
