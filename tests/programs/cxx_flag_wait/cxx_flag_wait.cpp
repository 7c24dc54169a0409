#include <atomic>
#include <cassert>
#include <thread>

struct Event {
  std::atomic<bool> happened{false};
  bool poll() const { return happened.load(std::memory_order_acquire); }
  void wait() const {
    while (!poll()) std::this_thread::yield();
  }
};

int main() {
  Event event;
  int data = 0;
  std::thread waiter([&] {
    event.wait();
    assert(data == 1);
  });
  data = 1;
  event.happened.store(true, std::memory_order_release);
  waiter.join();
}
