// expect: safe
// executions: 2
#include <cassert>
#include <mutex>
#include <thread>
std::mutex m, n, o;
int x;
int main() {
  std::thread a([] {
    std::scoped_lock g(m, n, o);
    x++;
  });
  std::thread b([] {
    std::scoped_lock g(n, o, m);
    x++;
  });
  a.join();
  b.join();
  assert(x == 2);
}
