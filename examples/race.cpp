// A counter behind a mutex, and a "quick look" at it that forgets the mutex.
//
//   ./x check examples/race.cpp
#include <mutex>
#include <thread>

class Counter {
 public:
  void increment() {
    const std::lock_guard<std::mutex> guard(mutex_);
    ++count_;
  }
  bool empty() const { return count_ == 0; }

 private:
  mutable std::mutex mutex_;
  int count_ = 0;
};

int main() {
  Counter counter;
  std::thread worker([&] { counter.increment(); });
  if (counter.empty()) counter.increment();
  worker.join();
}
