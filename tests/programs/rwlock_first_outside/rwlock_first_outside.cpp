#include <atomic>
#include <cassert>
#include <thread>

constexpr int bias = 0x100000;

class RwLock {
 public:
  void read_lock() {
    int prior = word_.fetch_sub(1, std::memory_order_acquire);
    while (prior <= 0) {
      word_.fetch_add(1, std::memory_order_relaxed);
      while (word_.load(std::memory_order_relaxed) <= 0) std::this_thread::yield();
      prior = word_.fetch_sub(1, std::memory_order_acquire);
    }
  }
  void read_unlock() { word_.fetch_add(1, std::memory_order_release); }

  void write_lock() {
    int prior = word_.fetch_sub(bias, std::memory_order_acquire);
    while (prior != bias) {
      word_.fetch_add(bias, std::memory_order_relaxed);
      while (word_.load(std::memory_order_relaxed) != bias) std::this_thread::yield();
      prior = word_.fetch_sub(bias, std::memory_order_acquire);
    }
  }
  void write_unlock() { word_.fetch_add(bias, std::memory_order_release); }

  bool is_free() const { return word_ == bias; }

 private:
  std::atomic<int> word_{bias};
};

RwLock lock;
int data = 0;

void work() {
  lock.read_lock();
  int seen = data;
  lock.read_unlock();
  assert(seen <= 2);
  lock.write_lock();
  ++data;
  lock.write_unlock();
}

int main() {
  std::thread a(work), b(work);
  a.join();
  b.join();
  assert(lock.is_free() && data == 2);
}
