// expect: safe
// executions: 5, libstdc++: 6
#include <atomic>
#include <cassert>
#include <thread>
std::atomic_flag f;
int x;
int main() {
  std::thread t([] {
    x = 1;
    f.test_and_set();
    f.notify_all();
  });
  f.wait(false);
  assert(x == 1);
  t.join();
}
