// A mutex of one word: 0 free, 1 taken, 2 taken and somebody may sleep. Only who
// finds 2 when it unlocks has to wake up anybody. std::atomic::wait is the futex
// of the standard. (U. Drepper, Futexes Are Tricky, 2004, third mutex.)
//
// The bug: unlock looks at the word and then stores 0, in place of an exchange.
// Who goes to sleep in between is not woken up.
//
//   ./x check examples/futex_mutex.cpp -DBUG
#include <atomic>
#include <cassert>
#include <mutex>
#include <thread>

class Mutex {
 public:
  void lock() {
    int seen = kFree;
    if (state_.compare_exchange_strong(seen, kTaken, std::memory_order_acquire)) return;
    while (state_.exchange(kContended, std::memory_order_acquire) != kFree) state_.wait(kContended);
  }

  void unlock() {
#ifdef BUG
    const int seen = state_.load(std::memory_order_relaxed);
    state_.store(kFree, std::memory_order_release);
#else
    const int seen = state_.exchange(kFree, std::memory_order_release);
#endif
    if (seen == kContended) state_.notify_one();
  }

 private:
  static constexpr int kFree = 0, kTaken = 1, kContended = 2;
  std::atomic<int> state_{kFree};
};

int main() {
  Mutex mutex;
  int counter = 0;
  const auto count = [&] {
    const std::lock_guard guard(mutex);
    ++counter;
  };
  std::thread other(count);
  count();
  other.join();
  assert(counter == 2);
}
