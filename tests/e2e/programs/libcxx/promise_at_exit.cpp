// expect: safe
// executions: 6, libstdc++: 10
#include <cassert>
#include <future>
#include <thread>
int main() {
  std::promise<int> p;
  auto f = p.get_future();
  std::thread a([&] { p.set_value_at_thread_exit(3); });
  assert(f.get() == 3);
  a.join();
}
