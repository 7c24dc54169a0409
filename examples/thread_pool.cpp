// A thread pool: workers wait for tasks; the destructor lets them finish what is
// queued, and joins them. (B. W. Lampson, D. D. Redell, Experience with Processes
// and Monitors in Mesa, CACM 23(2), 1980, has the rules for the condition.)
//
// The bug: shutdown sets its flag without the lock; it is atomic, after all. A
// worker that has just looked at it, and is about to wait, misses the notification.
//
//   ./x check examples/thread_pool.cpp -DBUG
#include <atomic>
#include <cassert>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>
#include <vector>

using Task = void (*)();

class Pool {
 public:
  explicit Pool(int size) {
    for (int i = 0; i < size; ++i) workers_.emplace_back([this] { work(); });
  }
  ~Pool() {
    {
#ifndef BUG
      const std::lock_guard guard(mutex_);
#endif
      stopping_ = true;
    }
    ready_.notify_all();
    for (std::thread& worker : workers_) worker.join();
  }
  void submit(Task task) {
    {
      const std::lock_guard guard(mutex_);
      tasks_.push_back(task);
    }
    ready_.notify_one();
  }

 private:
  void work() {
    std::unique_lock lock(mutex_);
    for (;;) {
      ready_.wait(lock, [this] { return stopping_ || !tasks_.empty(); });
      if (tasks_.empty()) return;
      const Task task = tasks_.front();
      tasks_.pop_front();
      lock.unlock();
      task();
      lock.lock();
    }
  }

  std::mutex mutex_;
  std::condition_variable ready_;
  std::deque<Task> tasks_;
  std::atomic<bool> stopping_{false};
  std::vector<std::thread> workers_;
};

int done = 0;

int main() {
  {
    Pool pool(2);
    pool.submit([] { ++done; });
  }
  assert(done == 1);
}
