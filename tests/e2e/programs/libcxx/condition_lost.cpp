// expect: deadlock
#include <condition_variable>
#include <mutex>
#include <thread>
std::mutex m;
std::condition_variable c;
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
  a.join();
}
