// A thread that has locked another mutex before it comes to std::lock keeps that.
#include <atomic>
#include <cassert>
#include <mutex>
#include <thread>

std::mutex a, b, c;

int main() {
  std::thread t([] {
    const std::lock_guard kept(c);
    std::scoped_lock both(a, b);
  });
  b.lock();
  c.lock();
  c.unlock();
  b.unlock();
  t.join();
}
