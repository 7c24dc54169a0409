// expect: assertion
#include <cassert>
#include <chrono>
#include <thread>
using namespace std::chrono_literals;
#include <mutex>
std::timed_mutex m;
int x;
bool t;
int main() {
  std::thread a([] {
    std::lock_guard g(m);
    x++;
  });
  std::thread b([] {
    if (m.try_lock_for(1ms)) {
      t = true;
      x++;
      m.unlock();
    }
  });
  a.join();
  b.join();
  assert(t);
}
