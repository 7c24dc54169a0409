#include <cassert>
#include <condition_variable>
#include <mutex>
#include <thread>

static std::mutex mutex;
static std::condition_variable condition;
static bool isDone = false;
static int ended;

struct Last {
  bool isUsed = false;
  ~Last() { ++ended; }
};
thread_local Last last;

int main() {
  std::jthread thread([] {
    last.isUsed = true;
    std::unique_lock lock(mutex);
    isDone = true;
    std::notify_all_at_thread_exit(condition, std::move(lock));
    assert(!lock.owns_lock());
  });
  std::unique_lock lock(mutex);
  condition.wait(lock, [] { return isDone; });
  assert(ended == 1);
  thread.join();
}
