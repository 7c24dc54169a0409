// expect: safe
// executions: 4, libstdc++: 15
#include <cassert>
#include <future>
#include <thread>
int main() {
  std::packaged_task<int(int)> t([](int x) { return x + 1; });
  auto f = t.get_future();
  std::thread a(std::move(t), 2);
  assert(f.get() == 3);
  a.join();
}
