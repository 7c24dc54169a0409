#include <atomic>
#include <cassert>
#include <thread>

class SpinLock {
 public:
  void lock() {
    while (taken_.exchange(true, std::memory_order_acquire)) {
      while (taken_.load(std::memory_order_relaxed)) std::this_thread::yield();
    }
  }
  void unlock() { taken_.store(false, std::memory_order_release); }

 private:
  std::atomic<bool> taken_{false};
};

SpinLock mutex;
int counter;

void add() {
  mutex.lock();
  ++counter;
  mutex.unlock();
}

int main() {
  std::thread a(add), b(add);
  a.join();
  b.join();
  assert(counter == 2);
}
