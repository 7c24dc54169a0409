// expect: safe
// executions: 1
#include <cassert>
#include <thread>

thread_local int x = [] { return 3; }();
int main() {
  std::thread t([] {
    x++;
    assert(x == 4);
  });
  x += 2;
  assert(x == 5);
  t.join();
}
