// expect: safe
// executions: 2
#include <atomic>
#include <cassert>
#include <thread>
int x;
int main() {
  auto g = [] { std::atomic_ref(x)++; };
  std::thread t(g);
  g();
  t.join();
  assert(x == 2);
}
