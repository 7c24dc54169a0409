// expect: safe
// executions: 8, libstdc++: 2
#include <cassert>
#include <chrono>
#include <thread>
using namespace std::chrono_literals;
#include <mutex>
std::recursive_timed_mutex m;
int x;
int main() {
  auto f = [] {
    m.lock();
    assert(m.try_lock_for(1ms));
    x++;
    m.unlock();
    m.unlock();
  };
  std::thread a(f);
  std::thread b(f);
  a.join();
  b.join();
  assert(x == 2);
}
