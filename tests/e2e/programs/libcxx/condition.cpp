// expect: safe
// executions: 2
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <thread>
std::mutex m;
std::condition_variable c;
bool ready;
int x;
int main() {
  std::thread a([] {
    std::unique_lock g(m);
    c.wait(g, [] { return ready; });
    assert(x == 7);
  });
  {
    std::lock_guard g(m);
    x = 7;
    ready = true;
  }
  c.notify_one();
  a.join();
}
