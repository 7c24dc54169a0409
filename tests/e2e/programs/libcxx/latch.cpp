// expect: safe
// executions: 54, libstdc++: 163
#include <cassert>
#include <latch>
#include <thread>
std::latch l(2);
int x, y;
int main() {
  std::thread a([] {
    x = 1;
    l.count_down();
  });
  std::thread b([] {
    y = 1;
    l.arrive_and_wait();
    assert(x == 1);
  });
  l.wait();
  assert(x + y == 2);
  a.join();
  b.join();
}
