// expect: safe
// executions: 4
#include <atomic>
#include <cassert>
#include <thread>
std::atomic<int> a{0};
int x;
int main() {
  std::thread t([] {
    x = 1;
    a.store(1);
    a.notify_one();
  });
  a.wait(0);
  assert(x == 1);
  t.join();
}
