#include <atomic>
#include <cassert>
#include <chrono>
#include <mutex>
#include <thread>
using Clock = std::chrono::steady_clock;
std::mutex m;
Clock::time_point last;
std::atomic<long> published;
long now() { return Clock::now().time_since_epoch().count(); }
int main() {
  auto f = [] {
    std::this_thread::sleep_for(std::chrono::milliseconds(7));
    std::lock_guard guard(m);
    auto t = Clock::now();
    assert(t >= last);
    last = t;
    published.store(t.time_since_epoch().count(), std::memory_order_release);
  };
  long start = now();
  std::thread a(f), b([] {
    long seen = published.load(std::memory_order_acquire);
    assert(now() >= seen);
  });
  f();
  a.join();
  b.join();
  assert(Clock::now() >= last);
  assert(now() - start >= 7000000);
}
