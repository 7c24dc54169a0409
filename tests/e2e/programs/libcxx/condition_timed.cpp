// expect: safe
// executions: 2, libstdc++: 10
#include <cassert>
#include <chrono>
#include <thread>
using namespace std::chrono_literals;
#include <condition_variable>
#include <mutex>
std::mutex m;
std::condition_variable c;
bool ready;
int main() {
  std::thread a([] {
    std::unique_lock g(m);
    bool r = c.wait_for(g, 1ms, [] { return ready; });
    assert(r == ready);
    c.wait_until(g, std::chrono::system_clock::now() + 1ms);
  });
  {
    std::lock_guard g(m);
    ready = true;
  }
  c.notify_all();
  a.join();
}
