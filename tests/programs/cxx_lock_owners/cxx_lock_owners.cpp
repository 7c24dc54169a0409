// std::lock of unique_locks, of recursive mutexes and of timed ones.
#include <atomic>
#include <cassert>
#include <mutex>
#include <thread>

std::recursive_mutex r;
std::timed_mutex s;
std::mutex m;
int counter;

int main() {
  std::thread t([] {
    std::unique_lock first(r, std::defer_lock);
    std::unique_lock second(s, std::defer_lock);
    std::unique_lock third(m, std::defer_lock);
    std::lock(first, second, third);
    assert(first.owns_lock() && second.owns_lock() && third.owns_lock());
    std::recursive_mutex& again = r;
    const std::lock_guard more(again);
    ++counter;
  });
  {
    std::scoped_lock all(m, s, r);
    ++counter;
  }
  t.join();
  assert(counter == 2);
  std::unique_lock<std::mutex> taken(m);
  std::unique_lock<std::timed_mutex> other(s, std::defer_lock);
  try {
    std::lock(other, taken);
    assert(false);
  } catch (const std::system_error&) {
    assert(taken.owns_lock() && !other.owns_lock());
  }
}
