// expect: deadlock
#include <atomic>
#include <thread>
std::atomic<long> a{0};
int main() {
  std::thread t([] { a.store(1); });
  a.wait(0);
  t.join();
}
