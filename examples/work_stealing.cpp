// A pool whose workers have a queue each, and steal from each other when theirs
// is empty. (R. D. Blumofe, C. E. Leiserson, Scheduling Multithreaded
// Computations by Work Stealing, FOCS 1994.) What is stolen goes from queue to
// queue under both locks, which std::scoped_lock takes without deadlock.
//
// The bug: the thief locks its own queue and then its victim's. Two thieves
// that steal from each other wait for ever.
//
//   ./x check examples/work_stealing.cpp -DBUG
#include <atomic>
#include <cassert>
#include <mutex>
#include <thread>

constexpr int kNone = 0;

class Worker {
 public:
  void push(int task) {
    const std::lock_guard guard(mutex_);
    tasks_[end_++] = task;
  }
  int pop() {
    const std::lock_guard guard(mutex_);
    return begin_ == end_ ? kNone : tasks_[--end_];
  }
  // The oldest task of the victim; half of its others become ours.
  int stealFrom(Worker& victim) {
#ifdef BUG
    const std::lock_guard mine(mutex_);
    const std::lock_guard his(victim.mutex_);
#else
    const std::scoped_lock both(mutex_, victim.mutex_);
#endif
    if (victim.begin_ == victim.end_) return kNone;
    const int task = victim.tasks_[victim.begin_++];
    for (int half = (victim.end_ - victim.begin_) / 2; half > 0; --half)
      tasks_[end_++] = victim.tasks_[victim.begin_++];
    return task;
  }

 private:
  std::mutex mutex_;
  int tasks_[8] = {}, begin_ = 0, end_ = 0;
};

Worker workers[2];
std::atomic<int> sum{0};

void work(int me) {
  for (;;) {
    int task = workers[me].pop();
    if (task == kNone) task = workers[me].stealFrom(workers[1 - me]);
    if (task == kNone) return;
    sum.fetch_add(task, std::memory_order_relaxed);
  }
}

int main() {
  for (int task = 1; task <= 3; ++task) workers[0].push(task);
  std::thread other(work, 1);
  work(0);
  other.join();
  assert(sum == 6);
}
