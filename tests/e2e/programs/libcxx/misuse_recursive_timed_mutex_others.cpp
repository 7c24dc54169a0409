// expect: lock-misuse
// libstdc++: safe, the mutex of POSIX in it says EPERM, which is not looked at
#include <mutex>
#include <shared_mutex>
#include <thread>
int main() {
  std::recursive_timed_mutex m;
  m.lock();
  std::thread t([&] { m.unlock(); });
  t.join();
}
