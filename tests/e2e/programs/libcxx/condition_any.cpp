// expect: safe
// executions: 32, libstdc++: 5
#include <condition_variable>
#include <shared_mutex>
#include <thread>
std::shared_mutex m;
std::condition_variable_any c;
bool ready;
int main() {
  std::thread a([] {
    std::unique_lock g(m);
    c.wait(g, [] { return ready; });
  });
  {
    std::lock_guard g(m);
    ready = true;
  }
  c.notify_one();
  a.join();
}
