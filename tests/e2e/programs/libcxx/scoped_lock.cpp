// expect: safe
// executions: 2
#include <cassert>
#include <mutex>
#include <thread>
std::mutex m, n;
int x;
int main() {
  std::thread a([] {
    std::scoped_lock g(m, n);
    x++;
  });
  std::thread b([] {
    std::scoped_lock g(n, m);
    x++;
  });
  a.join();
  b.join();
  assert(x == 2);
}
