// expect: deadlock
#include <mutex>
#include <thread>
std::mutex m, n;
int main() {
  std::thread a([] {
    std::lock_guard g(m);
    std::lock_guard h(n);
  });
  std::thread b([] {
    std::lock_guard g(n);
    std::lock_guard h(m);
  });
  a.join();
  b.join();
}
