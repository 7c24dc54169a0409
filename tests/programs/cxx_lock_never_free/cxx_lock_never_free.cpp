// One of the mutexes is never given back.
#include <atomic>
#include <cassert>
#include <mutex>
#include <thread>

std::mutex a, b;

int main() {
  std::thread t([] { std::scoped_lock both(a, b); });
  b.lock();
  t.join();
}
