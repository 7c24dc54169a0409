// expect: safe
// executions: 2
#include <cassert>
#include <mutex>
#include <thread>
std::mutex m;
int x;
int main() {
  std::thread a([] {
    std::lock_guard g(m);
    x++;
  });
  std::thread b([] {
    std::lock_guard g(m);
    x++;
  });
  a.join();
  b.join();
  assert(x == 2);
}
