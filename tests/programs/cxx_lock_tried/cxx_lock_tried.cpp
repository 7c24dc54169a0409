// A thread that tries a lock can find that another one has it for a while, in std::lock, in vain.
#include <atomic>
#include <cassert>
#include <mutex>
#include <thread>

std::mutex a, b;

int main() {
  std::thread t([] { std::scoped_lock both(a, b); });
  b.lock();  // so that the other cannot have both
  const bool isFree = a.try_lock();
  assert(isFree);
  a.unlock();
  b.unlock();
  t.join();
}
