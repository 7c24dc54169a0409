#include <cassert>
#include <condition_variable>
#include <mutex>
#include <thread>

std::mutex m;
std::condition_variable_any condition;
bool ready;

int main() {
  std::thread thread([] {
    std::unique_lock lock(m);
    if (!ready) condition.wait(lock);
    assert(ready);
  });
  {
    std::lock_guard lock(m);
    ready = true;
    condition.notify_one();
  }
  thread.join();
}
