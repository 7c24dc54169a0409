// A thread holds a mutex while it waits in a loop. The one in std::lock must not keep up who ends that.
#include <atomic>
#include <cassert>
#include <mutex>
#include <thread>

std::mutex a, b;
std::atomic<bool> flag{false};

int main() {
  std::thread t([] { std::scoped_lock both(a, b); });
  std::thread u([] {
    const std::lock_guard held(b);
    while (!flag) {
    }
  });
  {
    const std::lock_guard held(a);
    flag = true;
  }
  t.join();
  u.join();
}
