// expect: safe
// executions: 4
#include <cassert>
#include <chrono>
#include <thread>
using namespace std::chrono_literals;
#include <shared_mutex>
std::shared_timed_mutex m;
int x;
int main() {
  std::thread a([] {
    if (m.try_lock_shared_for(1ms)) {
      int y = x;
      assert(x == y);
      m.unlock_shared();
    }
  });
  if (m.try_lock_for(1ms)) {
    x++;
    m.unlock();
  }
  a.join();
}
