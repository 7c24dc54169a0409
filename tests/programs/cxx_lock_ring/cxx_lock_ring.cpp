// Three threads that each lock two of three mutexes.
#include <atomic>
#include <cassert>
#include <mutex>
#include <thread>

std::mutex a, b, c;

int main() {
  std::thread t([] { std::scoped_lock both(a, b); });
  std::thread u([] { std::scoped_lock both(b, c); });
  std::thread v([] { std::scoped_lock both(c, a); });
  t.join();
  u.join();
  v.join();
}
