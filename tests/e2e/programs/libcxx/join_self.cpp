// expect: safe
#include <atomic>
#include <cassert>
#include <system_error>
#include <thread>
int main() {
  std::thread t;
  std::atomic<bool> is_there{false}, is_thrown{false};
  t = std::thread([&] {
    while (!is_there) {
    }
    try {
      t.join();
    } catch (const std::system_error& e) {
      is_thrown = e.code() == std::errc::resource_deadlock_would_occur;
    }
  });
  is_there = true;
  while (!is_thrown) {
  }
  t.join();
}
