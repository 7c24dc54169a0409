#include <atomic>
#include <cassert>
#include <mutex>
#include <thread>

std::mutex lock;
std::recursive_mutex again;
int counter;

int main() {
  std::unique_lock<std::mutex> mine(lock);
  assert(mine.owns_lock());
  std::thread t([] {
    std::unique_lock<std::mutex> theirs(lock, std::defer_lock);
    assert(!theirs.owns_lock());
    if (theirs.try_lock()) ++counter;
  });
  std::unique_lock<std::mutex> moved(std::move(mine));
  assert(!mine.owns_lock() && moved.owns_lock());
  moved.unlock();
  t.join();
  assert(counter == 0 || counter == 1);
  std::lock_guard<std::recursive_mutex> one(again);
  std::lock_guard<std::recursive_mutex> two(again);
}
